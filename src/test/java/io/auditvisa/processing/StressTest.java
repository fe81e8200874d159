package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.auditvisa.delivery.Publication;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.HistoryChain;
import io.auditvisa.testing.Sql;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The trial that the design was made with, as a test: 16 senders, 3 sweepers, killed sessions, stalls and failures just
 * before COMMIT (AV-3, AV-10, GO-3). Twenty seconds, five minutes with {@code -Dfull}; the seed is in the output.
 */
@QuarkusTest
@TestProfile(StressTest.Disturbed.class)
class StressTest {

    private static final int SENDERS = 16;
    private static final int SWEEPERS = 3;
    private static final int LONGEST_SETTLING_SECONDS = 60;
    private static final Duration LENGTH =
            Boolean.parseBoolean(System.getProperty("full")) ? Duration.ofMinutes(5) : Duration.ofSeconds(20);

    /** A short grace, so that take-overs happen; a storage that stalls and breaks. */
    public static class Disturbed implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("auditvisa.recovery.grace", "2s", "auditvisa.recovery.max-attempts", "1000");
        }

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(DisturbedStorage.class);
        }
    }

    /** Every so often staging stalls beyond its limit, or the run dies between its publishing and its COMMIT. */
    @Alternative
    @ApplicationScoped
    public static class DisturbedStorage extends ForwardingStorage {

        static volatile boolean calm = true;

        @Override
        public void stage(String slug, UUID runId, Map<String, byte[]> content) {
            super.stage(slug, runId, content);
            if (!calm && slug.hashCode() % 29 == 0 && runId.hashCode() % 2 == 0) {
                sleep(3_000);
            }
        }

        @Override
        public Publication publish(String slug, UUID runId) {
            Publication publication = super.publish(slug, runId);
            if (!calm && runId.hashCode() % 7 == 0) {
                throw new IllegalStateException("the test ends this run before its COMMIT");
            }
            return publication;
        }
    }

    @Inject
    EventProcessor processor;

    @Inject
    Events events;

    @Inject
    AgroalDataSource dataSource;

    private record Acknowledged(TestEvents event, String requestId) {}

    private final ConcurrentLinkedQueue<Acknowledged> acknowledged = new ConcurrentLinkedQueue<>();

    @Test
    void whateverIsDisturbedEveryAcknowledgedArrivalIsStoredAndNothingIsDoubled() throws Exception {
        long seed = System.nanoTime();
        System.out.println("stress seed " + seed);
        List<TestEvents> pool = pool(new Random(seed));
        DisturbedStorage.calm = false;
        long end = System.nanoTime() + LENGTH.toNanos();

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> work = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                Random random = new Random(seed + i);
                work.add(threads.submit(() -> send(pool, random, end)));
            }
            for (int i = 0; i < SWEEPERS; i++) {
                work.add(threads.submit(() -> sweep(end)));
            }
            work.add(threads.submit(() -> killSessions(new Random(seed), end)));
            for (Future<?> each : work) {
                each.get();
            }
        } finally {
            DisturbedStorage.calm = true;
        }
        settle(pool);

        assertThat(acknowledged).hasSizeGreaterThan(100);
        for (Acknowledged one : acknowledged) {
            long id = events.byKey(one.event().key()).orElseThrow().id();
            assertThat(sql().number("SELECT count(*) FROM arrival WHERE event = " + id + " AND request_id = '"
                            + one.requestId() + "'"))
                    .as(one.event().key().ref())
                    .isEqualTo(1);
        }
        for (TestEvents event : pool) {
            assertThatItIsConsistent(event);
        }
        assertThat(sql().number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .isZero();
    }

    /** Certificates, some of them twins of each other, and events of rows alone. */
    private static List<TestEvents> pool(Random random) {
        List<TestEvents> pool = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            TestEvents certificate = TestEvents.certificate();
            pool.add(i % 4 == 0 ? certificate.withFact("fact-" + random.nextLong(8)) : certificate);
            pool.add(TestEvents.plain());
        }
        return pool;
    }

    private Void send(List<TestEvents> pool, Random random, long end) {
        while (System.nanoTime() < end) {
            TestEvents event = pool.get(random.nextInt(pool.size()));
            var arrival = event.arrival();
            if (!(processor.process(arrival) instanceof Outcome.Unavailable)) {
                acknowledged.add(new Acknowledged(event, arrival.receipt().requestId()));
            }
            sleep(random.nextInt(20));
        }
        return null;
    }

    private Void sweep(long end) throws SQLException {
        while (System.nanoTime() < end) {
            for (Long id : due()) {
                try {
                    processor.takeUp(id, "sweeper", "due", false);
                } catch (RuntimeException disturbed) {
                    continue; // as the sweeper does: the next round comes
                }
            }
            sleep(200);
        }
        return null;
    }

    private Void killSessions(Random random, long end) {
        while (System.nanoTime() < end) {
            sleep(100 + random.nextInt(300));
            try {
                sql().execute(
                                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                                        + " AND pid <> pg_backend_pid() AND state <> 'idle' ORDER BY random() LIMIT 2");
            } catch (SQLException lostItself) {
                continue;
            }
        }
        return null;
    }

    private void settle(List<TestEvents> pool) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SETTLING_SECONDS);
        while (System.nanoTime() < end && sql().number(unfinished(pool)) > 0) {
            sweep(System.nanoTime() + 1);
            sleep(500);
        }
        assertThat(sql().number(unfinished(pool))).isZero();
    }

    private static String unfinished(List<TestEvents> pool) {
        String ids = String.join("','", pool.stream().map(TestEvents::eventId).toList());
        return "SELECT count(*) FROM event WHERE status NOT IN ('processed', 'duplicate_reused') AND event_id IN ('"
                + ids + "')";
    }

    private List<Long> due() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT id FROM event WHERE status IN ('received', 'processing', 'failed', 'orphaned')"
                                + " AND due_at <= clock_timestamp()")) {
            List<Long> due = new ArrayList<>();
            while (rows.next()) {
                due.add(rows.getLong(1));
            }
            return due;
        } catch (SQLException killed) {
            return List.of();
        }
    }

    private void assertThatItIsConsistent(TestEvents event) throws SQLException {
        EventRow row = events.byKey(event.key()).orElse(null);
        if (row == null) {
            return; // never sent, or never acknowledged
        }
        boolean certified = row.result().runHash() != null;
        assertThat(sql().number("SELECT count(*) FROM delivery WHERE event = " + row.id()))
                .isEqualTo(certified ? 1 : 0);
        assertThat(sql().number("SELECT count(*) FROM arrival WHERE event = " + row.id()))
                .isEqualTo(row.history().arrivals());
        byte[] head = HistoryChain.genesis();
        int length = 0;
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT history_number, row_bytes, hash FROM arrival WHERE event = "
                                + row.id()
                                + " UNION ALL SELECT history_number, row_bytes, hash FROM transition WHERE event = "
                                + row.id() + " ORDER BY 1")) {
            while (rows.next()) {
                head = HistoryChain.next(head, rows.getBytes(2));
                length++;
                assertThat(rows.getBytes(3)).isEqualTo(head);
            }
        }
        assertThat(row.history().head()).isEqualTo(head);
        assertThat(row.history().length()).isEqualTo(length);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Sql sql() {
        return new Sql(dataSource);
    }
}
