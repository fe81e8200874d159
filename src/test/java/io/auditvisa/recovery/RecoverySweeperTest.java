package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** AV-11 on a real database and real files. */
@QuarkusTest
class RecoverySweeperTest {

    @Inject
    RecoverySweeper sweeper;

    @Inject
    StaleStaging staleStaging;

    @Inject
    LiveEvents events;

    @ConfigProperty(name = "auditvisa.data-dir")
    Path dataDirectory;

    @Test
    void aCutOffEventWithPublishedFilesIsCompletedWithTheSameBytesAndPassesThroughOrphaned() throws Exception {
        String id = LiveEvents.newId();
        JsonPath first = events.send(id);
        events.rewindToDeadRun(id);

        sweeper.sweep();

        JsonPath audit = events.get("/events/av_" + id + "/audit");
        assertThat(audit.getString("status")).isEqualTo("processed");
        assertThat(audit.getString("run_hash")).isEqualTo(first.getString("run_hash"));
        assertThat(audit.getList("transitions.to"))
                .containsExactly("processing", "processing", "orphaned", "processing", "processed");
        assertThat(audit.getList("transitions.actor").get(1)).isEqualTo("sweeper");
        assertThat(audit.getString("transitions[1].reason")).contains("held it");
        assertThat(audit.getBoolean("chain.valid")).isTrue();
        assertThat(audit.getList("findings")).isEmpty();
    }

    @Test
    void whatThisReplicaCannotHonourIsLeftAloneAndStopsNothingElse() throws Exception {
        String newer = LiveEvents.newId();
        String other = LiveEvents.newId();
        events.send(newer);
        events.send(other);
        events.rewindToDeadRun(newer);
        events.rewindToDeadRun(other);
        events.execute("UPDATE event SET renderer_version = 99, due_at = due_at - interval '1 hour' WHERE event_id = '"
                + newer + "'");

        sweeper.sweep();

        assertThat(events.status(newer)).isEqualTo("processing");
        assertThat(events.status(other)).isEqualTo("processed");
        events.execute("UPDATE event SET renderer_version = 1 WHERE event_id = '" + newer + "'");
        sweeper.sweep();
        assertThat(events.status(newer)).isEqualTo("processed");
    }

    @Test
    void aPausedSourceIsNotRetriedUntilItIsResumed() throws Exception {
        String id = LiveEvents.newId();
        events.send(id);
        events.rewindToDeadRun(id);
        events.act("/sources/stripe/pause", Map.of("reason", "double debit"))
                .then()
                .statusCode(200);
        try {
            sweeper.sweep();

            assertThat(events.status(id)).isEqualTo("processing");
            assertThat(events.act("/events/av_" + id + "/recover", Map.of("reason", "now"))
                            .jsonPath()
                            .getString("code"))
                    .isEqualTo("source_paused");
            assertThat(events.post(LiveEvents.newId()).jsonPath().getString("code"))
                    .isEqualTo("source_paused");
        } finally {
            events.act("/sources/stripe/resume", Map.of("reason", "fixed"))
                    .then()
                    .statusCode(200);
        }
        sweeper.sweep();
        assertThat(events.status(id)).isEqualTo("processed");
    }

    @Test
    void aTechnicalFailureWithoutANextTryWaitsForAPerson() throws Exception {
        String id = LiveEvents.newId();
        events.send(id);
        events.rewindToDeadRun(id);
        events.execute("UPDATE event SET status = 'failed', failure_code = 'technical_failure', failure_detail = 'x',"
                + " technical_failures = 10, due_at = NULL WHERE event_id = '" + id + "'");

        sweeper.sweep();

        assertThat(events.status(id)).isEqualTo("failed");
        JsonPath recovered = events.act("/events/av_" + id + "/recover", Map.of("reason", "disk is back"))
                .jsonPath();
        assertThat(recovered.getString("status")).isEqualTo("processed");
    }

    @Test
    void stagingOfADeadRunIsRemovedAfterTheGrace() throws Exception {
        Path staging = dataDirectory.resolve("deliveries/.staging");
        Path dead = Files.createDirectories(staging.resolve("00112233445566778899aabbccddeeff." + UUID.randomUUID()));
        Path alive = Files.createDirectories(staging.resolve("ffeeddccbbaa99887766554433221100." + UUID.randomUUID()));
        Files.setLastModifiedTime(dead, FileTime.from(Instant.now().minusSeconds(3600)));

        staleStaging.remove();

        assertThat(dead).doesNotExist();
        assertThat(alive).exists();
        Files.delete(alive);
    }
}
