package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** AV-8.3: what docs/backup-and-restore.md promises. A database made from another as template stands for a restored dump. */
class BackupIT {

    private static final int EACH = 3;

    @Test
    void anOlderBackupAndSendersThatRetryEndConsistent() throws Exception {
        try (TestServer server = TestServer.start()) {
            Site site = Site.create(server);
            List<Sent> early = new ArrayList<>();
            List<Sent> late = new ArrayList<>();
            PackagedApplication application = site.application();
            process(application, early);
            Site backup = site.copy();
            process(application, late);
            Map<String, List<Byte>> newest = site.published();
            Site ownDeliveries = backup.copy();
            copy(site.deliveries(), backup.deliveries());

            restoredWith(backup, early, late, EACH);
            restoredWith(ownDeliveries, early, late, 0);

            run("rm", "-rf", site.deliveries().toString());
            try (PackagedApplication scrubbing =
                    site.application().set("auditvisa.recovery.every", "1s").start()) {
                Eventually.holds(
                        "files are rebuilt",
                        Duration.ofSeconds(30),
                        () -> site.published().equals(newest));
                assertThatItHolds(scrubbing);
            }
        }
    }

    private static void restoredWith(Site site, List<Sent> early, List<Sent> late, int strays) {
        try (PackagedApplication application = site.application().start()) {
            early.forEach(
                    event -> assertThat(event.to(application).text("outcome")).isEqualTo("duplicate_reused"));
            late.forEach(
                    event -> assertThat(event.to(application).text("outcome")).isEqualTo("processed"));
            Sent.Answer invariants = assertThatItHolds(application);
            for (var check : invariants.body().path("checks")) {
                if (check.path("name").asText().equals("published_folders_without_event_reported")) {
                    assertThat(check.path("count").asInt()).isEqualTo(strays);
                }
            }
            assertThat(site.text("SELECT count(*) FROM delivery")).isEqualTo(Integer.toString(2 * EACH));
        }
    }

    @Test
    void aMovedDataDirectoryOfTheEmbeddedDatabaseGoesOn() throws Exception {
        List<Sent> events = new ArrayList<>();
        try (PackagedApplication first = new PackagedApplication().profile("dev");
                PackagedApplication second = new PackagedApplication().profile("dev")) {
            process(first, events);
            copy(first.dataDirectory(), second.dataDirectory());
            second.start();

            events.forEach(event -> assertThat(event.to(second).text("outcome")).isEqualTo("duplicate_reused"));
            assertThatItHolds(second);
        }
    }

    private static void process(PackagedApplication application, List<Sent> events) {
        application.start();
        for (int i = 0; i < EACH; i++) {
            events.add(Sent.certificate());
            events.add(Sent.message());
        }
        events.forEach(
                event -> assertThat(event.to(application).text("outcome")).isEqualTo("processed"));
        application.stop();
    }

    private static Sent.Answer assertThatItHolds(PackagedApplication application) {
        Sent.Answer invariants = Sent.get(application, "/invariants");
        assertThat(invariants.body().path("holds").asBoolean())
                .as(invariants.body().toString())
                .isTrue();
        return invariants;
    }

    private static void copy(Path from, Path to) throws Exception {
        run("mkdir", "-p", to.getParent().toString());
        run("rm", "-rf", to.toString());
        run("cp", "-a", from.toString(), to.toString());
    }

    private static void run(String... command) throws Exception {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
