package io.auditvisa.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import io.auditvisa.crm.CrmForwards;
import io.auditvisa.event.Business;
import io.auditvisa.event.EventKey;
import io.auditvisa.notification.Peers.Answer;
import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.Sql;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.http.HttpHeaders;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** GO-5, IO-6, AV-9.1, AV-9.2, AV-9.3: intents of committed events, carried out against peers that fail in every way. */
@QuarkusTest
@TestProfile(OutsideCallsTest.WithPeers.class)
class OutsideCallsTest {

    /** A run of the application that has peers. */
    public static class WithPeers implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(Peers.class));
        }
    }

    @Inject
    DataSource dataSource;

    @Inject
    OutsideSender sender;

    @Inject
    CrmForwards forwards;

    @Inject
    Notifications notifications;

    @Inject
    ObjectMapper json;

    private final EventKey key = new EventKey("messaging", "msg_" + UUID.randomUUID());
    private long event;

    @BeforeEach
    void anEvent() throws SQLException {
        Peers.willAnswer();
        event = sql().number("""
                INSERT INTO event (source, event_id, ref, type, status, slug, issued_at, base_url, key_id, renderer_version, effects,
                                   payload_hash, content_hash, history_head, created_at, updated_at, first_processed_at, arrivals,
                                   html_url, zip_url, sid, email)
                VALUES ('messaging', '%1$s', '%2$s', 'message.sent', 'processed', '%2$s', now(), '', '', 1, 'crm', '', '', '',
                        now(), now(), now(), 1, 'https://x.example/d/1.html', 'https://x.example/d/1.zip', 'cs_1', 'a@b.example')
                RETURNING id
                """.formatted(key.eventId(), key.ref()));
    }

    @Test
    void aLineIsForwardedAsAStandardWebhooksRequest() throws Exception {
        intendForward();

        await(() -> state("crm_forward").equals("sent"));

        assertThat(Peers.REQUESTS).hasSize(1);
        Peers.Request request = Peers.REQUESTS.getFirst();
        assertThat(request.path()).isEqualTo("/crm");
        assertThat(request.headers()).containsEntry("webhook-id", CrmForwards.webhookId(key));
        assertThatCode(() -> new Webhook(Peers.SECRET).verify(request.body(), headers(request)))
                .doesNotThrowAnyException();
        JsonNode body = json.readTree(request.body());
        assertThat(body.path("type").asText()).isEqualTo("inbox.line_filed");
        assertThat(body.path("data").path("event_id").asText()).isEqualTo(key.eventId());
        assertThat(body.path("data").path("inbox_line_id").asLong()).isEqualTo(5);
        assertThat(body.path("data").path("text").asText()).isEqualTo("hi");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 404, 302, -1})
    void aForwardIsRepeatedUnderItsIdUntilItIsAcknowledged(int trouble) throws SQLException {
        Peers.willAnswer(Peers.status(trouble), Peers.status(trouble));

        intendForward();
        await(() -> state("crm_forward").equals("sent"));

        assertThat(Peers.REQUESTS).hasSize(3);
        assertThat(Peers.REQUESTS)
                .extracting(request -> request.headers().get("webhook-id"))
                .containsOnly(CrmForwards.webhookId(key));
        assertThat(Peers.REQUESTS)
                .extracting(Peers.Request::body)
                .containsOnly(Peers.REQUESTS.getFirst().body());
        assertThat(sql().number("SELECT attempts FROM crm_forward WHERE event = " + event))
                .isEqualTo(3);
    }

    @Test
    void aForwardWhoseRunDiedIsSentAgain() throws SQLException {
        sql().execute(
                        "INSERT INTO crm_forward (event, webhook_id, body, state, attempts, run_id, deadline, next_try_at, created_at,"
                                + " updated_at) VALUES (" + event + ", '" + CrmForwards.webhookId(key)
                                + "', '{}', 'attempting', 1,"
                                + " gen_random_uuid(), now() - interval '1 s', now() - interval '1 s', now(), now())");

        await(() -> state("crm_forward").equals("sent"));

        assertThat(Peers.REQUESTS).hasSize(1);
    }

    @Test
    void theOperatorsAreToldOnce() throws Exception {
        intendNotification();

        await(() -> state("notification").equals("sent"));

        assertThat(Peers.REQUESTS).hasSize(1);
        Peers.Request request = Peers.REQUESTS.getFirst();
        assertThat(request.path()).isEqualTo("/telegram/bot123:secret/sendMessage");
        JsonNode body = json.readTree(request.body());
        assertThat(body.path("chat_id").asText()).isEqualTo("-100");
        assertThat(body.path("text").asText())
                .contains(
                        key.eventId(),
                        key.ref(),
                        "cs_1",
                        "https://x.example/d/1.html",
                        "https://x.example/d/1.zip",
                        "处理成功")
                .doesNotContain("a@b.example");
        assertThat(sql().value("SELECT external_id FROM notification WHERE event = " + event))
                .isEqualTo("77");
    }

    @ParameterizedTest
    @CsvSource({"500,unknown", "502,unknown", "-1,unknown", "400,failed", "403,failed"})
    void aNotificationIsNotRepeatedByAMachine(int trouble, String end) throws Exception {
        Peers.willAnswer(Peers.status(trouble));

        intendNotification();
        await(() -> state("notification").equals(end));
        Thread.sleep(2500);

        assertThat(Peers.REQUESTS).hasSize(1);
        assertThat(state("notification")).isEqualTo(end);
    }

    @Test
    void aPacedNotificationIsSentAfterThePause() throws Exception {
        Peers.willAnswer(
                new Answer(429, Map.of(), "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":2}}"));
        Instant begin = Instant.now();

        intendNotification();
        await(() -> state("notification").equals("sent"));

        assertThat(Peers.REQUESTS).hasSize(2);
        assertThat(Duration.between(begin, Instant.now())).isGreaterThan(Duration.ofSeconds(2));
    }

    @Test
    void aNotificationWhoseRunDiedIsUnknown() throws Exception {
        sql().execute(
                        "INSERT INTO notification (event, state, attempts, run_id, deadline, next_try_at, created_at, updated_at) VALUES ("
                                + event
                                + ", 'attempting', 1, gen_random_uuid(), now() - interval '1 s', now(), now(), now())");

        await(() -> state("notification").equals("unknown"));

        assertThat(Peers.REQUESTS).isEmpty();
    }

    @Test
    void aPersonMayHaveItSentAgain() throws Exception {
        Peers.willAnswer(Peers.status(400));
        intendNotification();
        await(() -> state("notification").equals("failed"));

        try (Connection connection = dataSource.getConnection()) {
            assertThat(notifications.intendAgain(connection, event, Instant.now()))
                    .isTrue();
        }
        sender.wake();

        await(() -> state("notification").equals("sent"));
    }

    @Test
    void theOriginalMessageCarriesTheRepeatCountAtMostOnceAMinute() throws Exception {
        intendNotification();
        await(() -> state("notification").equals("sent"));
        Peers.willAnswer();

        arrive(2);
        await(() -> !Peers.REQUESTS.isEmpty());
        arrive(3);
        Thread.sleep(2500);

        assertThat(Peers.REQUESTS).hasSize(1);
        Peers.Request edit = Peers.REQUESTS.getFirst();
        assertThat(edit.path()).isEqualTo("/telegram/bot123:secret/editMessageText");
        JsonNode body = json.readTree(edit.body());
        assertThat(body.path("message_id").asLong()).isEqualTo(77);
        assertThat(body.path("text").asText()).contains("already processed", "again 1×", "未重新出证", key.ref());

        sql().execute("UPDATE notification SET marked_at = now() - interval '61 s' WHERE event = " + event);
        await(() -> Peers.REQUESTS.size() == 2);
        assertThat(Peers.REQUESTS.get(1).body()).contains("again 2×");
    }

    private void arrive(int number) throws SQLException {
        sql().execute(
                        "INSERT INTO arrival (event, number, history_number, request_id, outcome, arrived_at, row_bytes, hash) VALUES ("
                                + event + ", " + number + ", " + number + ", '" + UUID.randomUUID()
                                + "', 'duplicate_reused', now(), '', ''); UPDATE event SET arrivals = " + number
                                + " WHERE id = " + event);
    }

    private void intendForward() throws SQLException {
        Business.Message message = new Business.Message("m1", "m1MT", "MT", "+631", "+632", "hi", "sent");
        Business business = new Business(null, null, null, null, null, null, 5L, "usd", "acme", message);
        try (Connection connection = dataSource.getConnection()) {
            CrmForwards.Line line = new CrmForwards.Line(5L, "th_1", "acme", true, 7L);
            forwards.intend(connection, new CrmForwards.Intent(event, key, business, line, Instant.now()));
        }
        sender.wake();
    }

    private void intendNotification() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            notifications.intend(connection, event, Instant.now());
        }
        sender.wake();
    }

    private static HttpHeaders headers(Peers.Request request) {
        return HttpHeaders.of(
                Map.of(
                        "webhook-id", List.of(request.headers().get("webhook-id")),
                        "webhook-timestamp", List.of(request.headers().get("webhook-timestamp")),
                        "webhook-signature", List.of(request.headers().get("webhook-signature"))),
                (name, value) -> true);
    }

    private String state(String table) {
        try {
            return String.valueOf(sql().value("SELECT state FROM " + table + " WHERE event = " + event));
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void await(BooleanSupplier condition) {
        Eventually.holds("what is awaited", Duration.ofSeconds(20), condition);
    }

    private Sql sql() {
        return new Sql(dataSource);
    }
}
