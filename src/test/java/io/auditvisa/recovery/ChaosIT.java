package io.auditvisa.recovery;

import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** AV-3, AV-10, GO-3 under load: whatever dies, whenever. The seed is in the name of what failed; set it to see it again. */
class ChaosIT {

    private static final boolean FULL = Boolean.getBoolean("full");
    private static final long SEED = Long.getLong("seed", 20260301);
    private static final Duration TIME = Duration.ofSeconds(FULL ? 90 : 15);
    private static final int SENDERS = 8;

    private TestServer server;
    private Site site;

    @BeforeEach
    void start() {
        server = TestServer.start();
        site = Site.create(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theApplicationIsKilledUnderLoadAgainAndAgain() throws Exception {
        try (PackagedApplication application = application().start()) {
            Load load = new Load(List.of(application), SENDERS, SEED);

            load.during(TIME, random -> {
                application.kill9();
                application.start();
            });

            load.assertThatEveryPromiseWasKept(site, application);
        }
    }

    @Test
    void theDatabaseIsKilledAndItsSessionsAreEndedUnderLoad() throws Exception {
        try (PackagedApplication application = application().start()) {
            Load load = new Load(List.of(application), SENDERS, SEED + 1);

            load.during(TIME, random -> {
                if (random.nextInt(3) == 0) {
                    server.kill();
                    server.startAgain();
                } else {
                    site.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
                }
            });

            load.assertThatEveryPromiseWasKept(site, application);
        }
    }

    @Test
    void anOwnerThatStallsBeyondItsTimeWritesNothingWhenItWakesUp() throws Exception {
        try (PackagedApplication staller = application().start();
                PackagedApplication other = application().start()) {
            Load load = new Load(List.of(staller, other), SENDERS, SEED + 2);

            load.during(TIME, random -> {
                staller.signal("STOP");
                Eventually.sleep(
                        6_000 + random.nextInt(2_000)); // beyond grace and idle timeout: the other has taken over
                staller.signal("CONT");
            });

            load.assertThatEveryPromiseWasKept(site, other);
        }
    }

    private PackagedApplication application() {
        return site.application()
                .set("auditvisa.recovery.grace", "4s")
                .set("auditvisa.recovery.every", "1s")
                .set("quarkus.datasource.jdbc.max-size", "16");
    }
}
