package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.certificate.CertificateRenderer;
import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** GO-3 over a release: what the previous version of the application began, this one ends as the previous one would have. */
class RendererUpgradeIT {

    private static final int VERSION = CertificateRenderer.CURRENT_VERSION;
    private static final boolean FULL = Boolean.getBoolean("full");
    private static final int KILLED = 137;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path previousRelease = PreviousRelease.build();
    private final Sent unpublished = Sent.certificate();
    private final Sent published = Sent.certificate();
    private final Sent newer = Sent.certificate();

    @Test
    void aReleaseEndsWhatThePreviousOneBeganByteForByteAndThatOneLeavesTheNewersAlone() {
        try (TestServer server = TestServer.start()) {
            Site site = Site.create(server);
            dieWithTwoEventsBegun(site);
            Map<String, List<Byte>> before = site.published();
            Map<String, List<Byte>> byThePrevious = FULL ? recoveredByThePrevious(site.copy()) : before;

            try (PackagedApplication application =
                    recovering(site).set("crash.point", "claim-committed@3").start()) {
                awaitProcessed(site, 2);
                assertThat(site.published())
                        .hasSize(2 * 3)
                        .containsAllEntriesOf(before)
                        .containsAllEntriesOf(byThePrevious);
                assertThat(site.quarantined()).isEmpty();
                assertThat(verdict(application, site, unpublished)).isEqualTo("valid");

                assertThat(newer.to(application).status()).isEqualTo(-1);
                assertThat(application.awaitExit(PATIENCE)).isEqualTo(KILLED);
            }
            assertThat(version(site, unpublished)).isEqualTo(Integer.toString(VERSION - 1));
            assertThat(version(site, newer)).isEqualTo(Integer.toString(VERSION));

            thePreviousLeavesItAlone(site);
        }
    }

    /** One is claimed and nothing more, the files of the other are published and not recorded. */
    private void dieWithTwoEventsBegun(Site site) {
        StandStill claimed = StandStill.at(site, List.of("claim-committed"));
        PackagedApplication application = claimed.in(site.application().jar(previousRelease))
                .set("crash.point", "folder-published")
                .start();
        Thread.ofVirtual().start(() -> unpublished.to(application));
        claimed.awaitAll();
        assertThat(published.to(application).status()).isEqualTo(-1);
        assertThat(application.awaitExit(PATIENCE)).isEqualTo(KILLED);
        letTheGraceEnd(site);
    }

    /** What the release that began them makes of them. */
    private Map<String, List<Byte>> recoveredByThePrevious(Site site) {
        try (PackagedApplication application =
                recovering(site).jar(previousRelease).start()) {
            awaitProcessed(site, 2);
            assertThat(site.published()).hasSize(2 * 3);
            return site.published();
        }
    }

    private void thePreviousLeavesItAlone(Site site) {
        letTheGraceEnd(site);
        List<String> rows = site.list("SELECT to_jsonb(e)::text FROM event e WHERE ref = '" + newer.ref() + "'");
        try (PackagedApplication application =
                recovering(site).jar(previousRelease).start()) {
            Eventually.holds(
                    "it is reported",
                    PATIENCE,
                    () -> application
                            .stdout()
                            .contains("events_left_alone, this replica cannot honour them: {unknown renderer version "
                                    + VERSION + "=1}"));
            assertThat(site.list("SELECT to_jsonb(e)::text FROM event e WHERE ref = '" + newer.ref() + "'"))
                    .isEqualTo(rows);
            assertThat(newer.to(application).status()).isEqualTo(202);
            assertThat(site.text("SELECT status FROM event WHERE ref = '" + newer.ref() + "'"))
                    .isEqualTo("processing");
        }
    }

    private static PackagedApplication recovering(Site site) {
        return site.application().set("auditvisa.recovery.every", "1s");
    }

    private static void letTheGraceEnd(Site site) {
        site.execute("UPDATE event SET due_at = clock_timestamp() WHERE status = 'processing'");
    }

    private static void awaitProcessed(Site site, int count) {
        Eventually.holds(
                count + " processed",
                PATIENCE,
                () -> site.text("SELECT count(*) FROM event WHERE status = 'processed'")
                        .equals(Integer.toString(count)));
    }

    private static String version(Site site, Sent event) {
        return site.text("SELECT renderer_version FROM event WHERE ref = '" + event.ref() + "'");
    }

    private static String slug(Site site, Sent event) {
        return site.text("SELECT slug FROM event WHERE ref = '" + event.ref() + "'");
    }

    private static String verdict(PackagedApplication application, Site site, Sent event) {
        return Sent.json(application, "/verify/" + slug(site, event)).text("verdict");
    }
}
