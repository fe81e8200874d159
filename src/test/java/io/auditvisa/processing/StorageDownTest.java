package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

import io.auditvisa.delivery.StorageException;
import io.auditvisa.testing.Eventually;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Storage that is gone: the first event is stored and waits, later new ones are turned away, repeats are answered as ever. */
@QuarkusTest
@TestProfile(StorageDownTest.Broken.class)
class StorageDownTest {

    /** The storage of this test only. */
    public static class Broken implements QuarkusTestProfile {
        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(BrokenStorage.class);
        }
    }

    /** The real storage, until it is told to be gone. */
    @Alternative
    @ApplicationScoped
    public static class BrokenStorage extends ForwardingStorage {

        static volatile boolean gone;
        static volatile boolean silent;

        @Override
        public void stage(String slug, UUID runId, Map<String, byte[]> content) {
            refuse();
            super.stage(slug, runId, content);
        }

        @Override
        public void checkWritable() {
            while (silent) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
            refuse();
            super.checkWritable();
        }

        private static void refuse() {
            if (gone) {
                throw new StorageException("the test's storage is gone");
            }
        }
    }

    @Inject
    EventProcessor processor;

    @Test
    void newCertificatesAreTurnedAwayWhileRepeatsAreAnsweredAndItRecoversByItself() {
        TestEvents finished = TestEvents.certificate();
        processor.process(finished.arrival());
        TestEvents caught = TestEvents.certificate();
        BrokenStorage.gone = true;
        try {
            Outcome stored = processor.process(caught.arrival());
            Outcome refused = processor.process(TestEvents.certificate().arrival());
            TestEvents.certificate()
                    .post()
                    .then()
                    .statusCode(503)
                    .header("Retry-After", notNullValue())
                    .body("code", equalTo("storage_unavailable"));
            Outcome repeat = processor.process(finished.arrival());
            Outcome rowsAlone = processor.process(TestEvents.plain().arrival());

            assertThat(stored).isInstanceOf(Outcome.Pending.class);
            assertThat(refused)
                    .isInstanceOfSatisfying(
                            Outcome.Unavailable.class,
                            unavailable -> assertThat(unavailable.code()).isEqualTo("storage_unavailable"));
            assertThat(repeat).isInstanceOf(Outcome.Reused.class);
            assertThat(rowsAlone).isInstanceOf(Outcome.Processed.class);
        } finally {
            BrokenStorage.gone = false;
        }

        assertThat(processor.process(TestEvents.certificate().arrival())).isInstanceOf(Outcome.Processed.class);
        assertThat(processor.process(caught.arrival()))
                .isInstanceOfSatisfying(
                        Outcome.Processed.class,
                        done -> assertThat(done.record().attempts()).isEqualTo(2));
    }

    @Test
    void aStorageThatDoesNotAnswerIsDownAndNobodyWaitsForIt() throws Exception {
        BrokenStorage.gone = true;
        processor.process(TestEvents.certificate().arrival());
        BrokenStorage.silent = true;
        try {
            long begin = System.nanoTime();

            List<Outcome> outcomes = AtOnce.times(
                    8, i -> processor.process(TestEvents.certificate().arrival()));

            assertThat(outcomes).allMatch(Outcome.Unavailable.class::isInstance);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
        } finally {
            BrokenStorage.gone = false;
            BrokenStorage.silent = false;
        }
        Eventually.holds(
                "it recovers by itself",
                Duration.ofSeconds(10),
                () -> processor.process(TestEvents.certificate().arrival()) instanceof Outcome.Processed);
    }
}
