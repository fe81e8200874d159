package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.certificate.CertificatePackage;
import io.auditvisa.delivery.DeliveryFile;
import io.auditvisa.delivery.FilesystemStorage;
import io.auditvisa.delivery.Publication;
import io.auditvisa.delivery.StorageException;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Transaction 2 in company: what goes well, and that whatever does not is finished by itself. */
@QuarkusTest
@TestProfile(CertificateBatchTest.Observed.class)
class CertificateBatchTest {

    /** Never swept, so that nobody else finishes what is tried here. */
    public static class Observed implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("auditvisa.recovery.every", "1h");
        }

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(CountingStorage.class);
        }
    }

    /** The real storage; publishing in company fails once when told so, after it has renamed the folders. */
    @Alternative
    @ApplicationScoped
    public static class CountingStorage extends ForwardingStorage {

        static final AtomicInteger BATCHES = new AtomicInteger();
        static final AtomicInteger FAILURES_TO_COME = new AtomicInteger();

        @Override
        public List<Publication> publishAll(List<StagedFolder> staged) {
            BATCHES.incrementAndGet();
            List<Publication> published = files.publishAll(staged);
            if (FAILURES_TO_COME.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new StorageException("told so by the test");
            }
            return published;
        }
    }

    @Inject
    EventProcessor processor;

    @Inject
    CertificateBatch batch;

    @Inject
    NewEvents newEvents;

    @Inject
    Events events;

    @Inject
    SourceStates states;

    @Inject
    FilesystemStorage files;

    @Test
    void certificatesAtOnceShareTransactionsAndEachHasItsOwnResult() throws Exception {
        List<TestEvents> sent =
                IntStream.range(0, 64).mapToObj(i -> TestEvents.certificate()).toList();
        int before = CountingStorage.BATCHES.get();

        List<Outcome> outcomes =
                AtOnce.times(64, i -> processor.process(sent.get(i).arrival()));

        assertThat(outcomes).allMatch(Outcome.Processed.class::isInstance);
        assertThat(CountingStorage.BATCHES.get() - before).isLessThan(64);
        sent.forEach(this::isComplete);
    }

    @Test
    void afterAFailureInCompanyEachIsFinishedByItself() throws Exception {
        List<TestEvents> sent =
                IntStream.range(0, 16).mapToObj(i -> TestEvents.certificate()).toList();
        CountingStorage.FAILURES_TO_COME.set(3);

        List<Outcome> outcomes =
                AtOnce.times(16, i -> processor.process(sent.get(i).arrival()));

        assertThat(outcomes).allMatch(Outcome.Processed.class::isInstance);
        sent.forEach(this::isComplete);
    }

    private void isComplete(TestEvents sent) {
        EventRow row = events.byKey(sent.key()).orElseThrow();
        assertThat(row.status()).isEqualTo(EventStatus.PROCESSED);
        assertThat(row.history().transitions()).isEqualTo(2);
        assertThat(files.names(row.pins().slug())).hasSize(DeliveryFile.values().length);
    }

    @Test
    void aRunThatLostItsEventOrItsSourceChangesNothing() {
        EventRow claimed = newEvents
                .begin(Arrival.of(TestEvents.certificate().arrival()))
                .orElseThrow()
                .row();
        assertThat(batch.takes(claimed)).isTrue();

        Optional<EventRow> byAnother = batch.fulfil(claimed, UUID.randomUUID(), madeFor(claimed));
        states.pause("stripe", "test", "a test");
        Optional<EventRow> paused;
        try {
            paused = batch.fulfil(claimed, claimed.run().runId(), madeFor(claimed));
        } finally {
            states.resume("stripe", "test", "a test");
        }

        assertThat(byAnother).isEmpty();
        assertThat(paused).isEmpty();
        assertThat(events.byId(claimed.id()).orElseThrow())
                .usingRecursiveComparison()
                .isEqualTo(claimed);
        assertThat(files.exists(claimed.pins().slug())).isFalse();
    }

    private static CertificatePackage madeFor(EventRow row) {
        byte[] bytes = row.pins().slug().getBytes(StandardCharsets.US_ASCII);
        return new CertificatePackage(
                bytes, bytes, bytes, bytes, row.pins().keyId(), row.pins().rendererVersion());
    }
}
