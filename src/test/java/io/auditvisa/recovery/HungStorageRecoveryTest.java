package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.processing.ForwardingStorage;
import io.auditvisa.testing.Eventually;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** AV-11: certificates that hang on their storage hold up no other recovery. */
@QuarkusTest
@TestProfile(HungStorageRecoveryTest.Hung.class)
class HungStorageRecoveryTest {

    /** Short times, and a storage that can be made to hang. */
    public static class Hung implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("auditvisa.recovery.grace", "20s", "auditvisa.recovery.every", "1s");
        }

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(HangingStorage.class);
        }
    }

    /** The real storage; staging and tidying up hang until they are let go. */
    @Alternative
    @ApplicationScoped
    public static class HangingStorage extends ForwardingStorage {

        static volatile CountDownLatch letGo = new CountDownLatch(0);

        @Override
        public void stage(String slug, UUID runId, Map<String, byte[]> content) {
            hang();
            super.stage(slug, runId, content);
        }

        @Override
        public int removeStaleStaging(Duration grace) {
            hang();
            return super.removeStaleStaging(grace);
        }

        private static void hang() {
            try {
                letGo.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Inject
    LiveEvents events;

    @Test
    void whatNeedsNoStorageIsRecoveredWhileEveryPlaceOfTheOthersHangs() throws Exception {
        List<String> certificates = Stream.generate(LiveEvents::newId).limit(6).toList();
        certificates.forEach(events::send);
        String plain = LiveEvents.newId();
        sendPlain(plain);
        HangingStorage.letGo = new CountDownLatch(1);
        try {
            for (String id : certificates) {
                events.rewindToDeadRun(id);
            }
            events.rewindToDeadRun(plain);

            Eventually.holds("recovered", Duration.ofSeconds(10), () -> isProcessed(plain));

            assertThat(certificates).noneMatch(this::isProcessed);
        } finally {
            HangingStorage.letGo.countDown();
        }
        Eventually.holds(
                "all are recovered",
                Duration.ofSeconds(40),
                () -> certificates.stream().allMatch(this::isProcessed));
    }

    private boolean isProcessed(String id) {
        try {
            return events.status(id).equals("processed");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void sendPlain(String id) {
        String body = "{\"id\":\"" + id + "\",\"type\":\"customer.created\",\"data\":{\"object\":{}}}";
        events.postBody(body).then().statusCode(200);
    }
}
