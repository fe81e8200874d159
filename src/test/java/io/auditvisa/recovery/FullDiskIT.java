package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** AV-8.2: a full disk loses nothing that was acknowledged and publishes no half package. Mounting needs user id 0. */
class FullDiskIT {

    @Test
    void aFullDeliveriesFolderDelaysResultsAndLosesNone() throws Exception {
        assumeTrue(
                Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")),
                "needs user id 0 to mount");
        try (TestServer server = TestServer.start()) {
            Site site = Site.create(server);
            Path small = Files.createDirectories(site.deliveries());
            run("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", small.toString());
            try (PackagedApplication application = site.application()
                    .set("auditvisa.recovery.grace", "4s")
                    .set("auditvisa.recovery.every", "1s")
                    .start()) {
                assertThat(Sent.certificate().to(application).status()).isEqualTo(200);
                Path ballast = fill(small);
                List<Sent> stored = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                    Sent event = Sent.certificate();
                    Sent.Answer answer = event.to(application);
                    assertThat(answer.status()).isIn(202, 503);
                    if (answer.status() == 202) {
                        stored.add(event);
                    }
                }
                assertThat(stored).isNotEmpty();
                assertThat(Sent.message().to(application).status())
                        .as("needs no file")
                        .isEqualTo(200);

                Files.delete(ballast);

                Eventually.holds(
                        "all processed",
                        Duration.ofSeconds(40),
                        () -> site.text("SELECT count(*) FROM event WHERE status <> 'processed'")
                                .equals("0"));
                assertThat(site.published()).hasSize(3 * (1 + stored.size()));
                assertThat(Sent.certificate().to(application).status()).isEqualTo(200);
                assertThat(Sent.get(application, "/invariants")
                                .body()
                                .path("holds")
                                .asBoolean())
                        .isTrue();
            } finally {
                run("umount", "-l", small.toString());
            }
        }
    }

    private static Path fill(Path folder) throws IOException {
        Path ballast = folder.resolve("ballast");
        byte[] block = new byte[4096];
        try (var out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            return ballast;
        }
    }

    private static void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
    }
}
