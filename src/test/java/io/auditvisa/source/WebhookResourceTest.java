package io.auditvisa.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.auditvisa.testing.StandardSigner;
import io.auditvisa.testing.StripeSigner;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code POST /webhooks/{source}} over HTTP: every code of the contract's table that is decided here (AV-4.1, AV-4.2, AV-5.1,
 * AV-7.3, AV-8.1, IO-5, GO-9).
 */
@QuarkusTest
class WebhookResourceTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String[] TABLES = {"event", "arrival", "transition", "event_fact", "rejection"};

    @TestHTTPResource("/")
    URI root;

    @Inject
    DataSource dataSource;

    @Inject
    RejectionCounts counts;

    @Test
    void anUnknownSourceIsNotFound() throws Exception {
        assertProblem(post("nobody", "{}", Map.of()), 404, "source_unknown");
    }

    @Test
    void anUnsignedOrForgedRequestWritesNothing() throws Exception {
        long before = rows();
        long counted = counts.of("stripe").getOrDefault("signature_missing", 0L);

        assertProblem(post("stripe", stripeBody("evt_1"), Map.of()), 400, "signature_missing");
        assertProblem(
                post("stripe", stripeBody("evt_1"), Map.of(StripeSigner.HEADER, "t=NaN,v1=x")),
                400,
                "signature_invalid");
        assertProblem(post("stripe", "", Map.of(StripeSigner.HEADER, "t=1,v1=x")), 400, "signature_invalid");
        assertProblem(post("messaging", "{}", Map.of("webhook-id", "m")), 400, "signature_missing");

        assertThat(rows()).isEqualTo(before);
        assertThat(counts.of("stripe")).containsEntry("signature_missing", counted + 1);
        assertThat(counts.lastRejectedAt("stripe")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "\uFEFF{\"id\":\"evt_1\",\"type\":\"t\"}",
                "{\"id\":\"evt_1\",\"id\":\"evt_1\",\"type\":\"t\"}",
                "{\"id\":\"evt_1\",\"type\":\"\\u0000\"}",
                "{\"id\":\"evt_1\",\"type\":\"\\ud800\"}",
                "{\"id\":\"evt_1\",\"type\":7}",
                "{\"id\":\"evt_1\"}",
                "{\"id\":\"evt_1\",\"type\":\"t\"} x",
            })
    void anAuthenticBodyThatIsNoEventIsRefusedAndWritesNothing(String body) throws Exception {
        long before = rows();

        assertProblem(postSigned(body, Instant.now()), 400, "payload_invalid");

        assertThat(rows()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"t\"}", "{\"id\":7,\"type\":\"t\"}", "{\"id\":\"evt 1\",\"type\":\"t\"}"})
    void anEventWithoutAUsableIdIsRefused(String body) throws Exception {
        assertProblem(postSigned(body, Instant.now()), 400, "event_id_invalid");
    }

    @ParameterizedTest
    @CsvSource({"-400", "400"})
    void anAuthenticRequestOutsideTheWindowIsRecordedAsARejection(long distance) throws Exception {
        String id = "evt_" + UUID.randomUUID().toString().replace("-", "");
        long events = count("SELECT count(*) FROM event");

        assertProblem(postSigned(stripeBody(id), Instant.now().plusSeconds(distance)), 400, "outside_replay_window");

        assertThat(count("SELECT count(*) FROM event")).isEqualTo(events);
        assertThat(count(
                        "SELECT count(*) FROM rejection WHERE source = 'stripe' AND code = 'outside_replay_window'"
                                + " AND signed_at IS NOT NULL AND length(payload_hash) = 32 AND event_id = ?",
                        id))
                .isEqualTo(1);
    }

    @Test
    void aStaleRequestWithoutAnEventWritesNothing() throws Exception {
        long before = rows();

        assertProblem(postSigned("{}", Instant.now().minusSeconds(400)), 400, "outside_replay_window");

        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void aBodyAboveTheLimitIsRefusedWithAndWithoutALength() throws Exception {
        byte[] body = new byte[1024 * 1024 + 1];
        HttpRequest declared = HttpRequest.newBuilder(root.resolve("/webhooks/stripe"))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        HttpRequest chunked = HttpRequest.newBuilder(root.resolve("/webhooks/stripe"))
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                .build();
        HttpRequest hopeful = HttpRequest.newBuilder(root.resolve("/webhooks/stripe"))
                .version(HttpClient.Version.HTTP_1_1)
                .expectContinue(true)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();

        assertProblem(send(declared), 413, "body_too_large");
        assertProblem(send(chunked), 413, "body_too_large");
        assertProblem(send(hopeful), 413, "body_too_large");
    }

    @Test
    void aBodyAtTheLimitIsRead() throws Exception {
        String start = "{\"id\":\"\",\"type\":\"t\",\"filler\":\"";
        String body = start + "x".repeat(1024 * 1024 - start.length() - 2) + "\"}";

        assertProblem(postSigned(body, Instant.now()), 400, "event_id_invalid");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json", "text/plain", "no media type", "multipart/form-data; boundary=x", "*/*", ";"
            })
    void anyContentTypeIsAccepted(String contentType) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(root.resolve("/webhooks/stripe"))
                .header("Content-Type", contentType)
                .header(StripeSigner.HEADER, StripeSigner.DEMO.header("{}", Instant.now()))
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();

        assertProblem(send(request), 400, "payload_invalid");
    }

    @Test
    void aHeaderThatNoClientSendsDoesNotGetInTheWay() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(root.resolve("/webhooks/stripe"))
                .header("Accept", "text/html")
                .header("Authorization", "Bearer nonsense")
                .header("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();

        assertProblem(send(request), 400, "signature_missing");
    }

    @Test
    void anotherMethodIsNotAllowed() throws Exception {
        for (String method : new String[] {"GET", "PUT", "DELETE", "PATCH"}) {
            HttpRequest request = HttpRequest.newBuilder(root.resolve("/webhooks/stripe"))
                    .method(method, HttpRequest.BodyPublishers.noBody())
                    .build();

            assertProblem(send(request), 405, "method_not_allowed");
        }
    }

    @Test
    void anUnknownPathIsNotFound() throws Exception {
        for (String path : new String[] {"/nowhere", "/webhooks", "/webhooks/", "/webhooks/stripe/more"}) {
            HttpResponse<String> answer = send(HttpRequest.newBuilder(root.resolve(path))
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build());
            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertThat(JSON.readTree(answer.body()).path("code").asText())
                    .as(path)
                    .isIn("not_found", "source_unknown");
        }
    }

    @Test
    void whatQuarkusServesBesideUsIsStillServed() throws Exception {
        assertThat(send(HttpRequest.newBuilder(root.resolve("/q/openapi")).build())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aStripeEventWithoutARuleIsStoredWithoutEffects() throws Exception {
        String id = "evt_" + UUID.randomUUID().toString().replace("-", "");

        HttpResponse<String> answer =
                postSigned(stripeBody(id).replace("checkout.session.completed", "customer.created"), Instant.now());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode record = JSON.readTree(answer.body());
        assertThat(record.path("outcome").asText()).isEqualTo("processed");
        assertThat(record.path("ref").asText()).isEqualTo("av_" + id);
        assertThat(record.path("html_url").isNull()).isTrue();
        assertThat(record.has("ledger_entry_id")).isTrue();
        assertThat(record.has("failure")).isFalse();
        assertThat(record.has("conflict")).isFalse();
        assertThat(record.has("message")).isFalse();
    }

    @Test
    void aRepeatSaysSoInBothLanguages() throws Exception {
        String id = "evt_" + UUID.randomUUID().toString().replace("-", "");
        String body = stripeBody(id);
        JsonNode first = JSON.readTree(postSigned(body, Instant.now()).body());

        HttpResponse<String> answer = postSigned(body, Instant.now());

        assertThat(answer.statusCode()).isEqualTo(200);
        JsonNode repeat = JSON.readTree(answer.body());
        assertThat(repeat.path("outcome").asText()).isEqualTo("duplicate_reused");
        assertThat(repeat.path("message").asText()).contains("Existing AuditVisa result reused");
        assertThat(repeat.path("message_zh").asText()).contains("已复用");
        for (String member : new String[] {
            "ref",
            "html_url",
            "zip_url",
            "json_url",
            "verify_url",
            "run_hash",
            "payload_hash",
            "content_hash",
            "created_at"
        }) {
            assertThat(repeat.path(member)).as(member).isEqualTo(first.path(member));
        }
        JsonNode conflict = JSON.readTree(
                postSigned(body.replace("4900", "4901"), Instant.now()).body());
        assertThat(conflict.path("conflict").asBoolean()).isTrue();
        assertThat(conflict.path("run_hash")).isEqualTo(first.path("run_hash"));
    }

    @Test
    void aBusinessRefusalIsAnAnswerAndNoError() throws Exception {
        String id = "evt_" + UUID.randomUUID().toString().replace("-", "");

        HttpResponse<String> answer = postSigned(stripeBody(id).replace("4900", "\"4900\""), Instant.now());

        assertThat(answer.statusCode()).isEqualTo(200);
        JsonNode record = JSON.readTree(answer.body());
        assertThat(record.path("outcome").asText()).isEqualTo("failed");
        assertThat(record.path("status").asText()).isEqualTo("failed");
        assertThat(record.path("failure").path("code").asText()).isEqualTo("amount_invalid");
        assertThat(record.path("failure").path("detail").asText()).isNotBlank();
    }

    @Test
    void aMessageOfAnUnknownAccountIsRefused() throws Exception {
        String id = "m-" + UUID.randomUUID();
        String body = "{\"type\":\"message.sent\",\"data\":{\"message_id\":\"" + id + "\",\"account\":\"nobody\","
                + "\"direction\":\"MT\",\"from\":\"a\",\"to\":\"b\",\"amount_minor\":7,\"currency\":\"usd\"}}";

        HttpResponse<String> answer = post("messaging", body, StandardSigner.DEMO.headers(id, body, Instant.now()));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(answer.body()).path("failure").path("code").asText())
                .isEqualTo("account_unknown");
    }

    /** Issue of hostile inputs: whatever is changed in a valid request, it is no 500 and no row. */
    @Test
    void aMutatedRequestIsRefusedAndWritesNothing() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        byte[] body = stripeBody("evt_mutated").getBytes(StandardCharsets.UTF_8);
        String header = StripeSigner.DEMO.header(body, Instant.now());
        long before = rows();

        for (int i = 0; i < 500; i++) {
            byte[] mutated = body.clone();
            mutated[random.nextInt(body.length)] ^= (byte) (1 + random.nextInt(255));
            HttpRequest request = HttpRequest.newBuilder(root.resolve("/webhooks/stripe"))
                    .header(StripeSigner.HEADER, header)
                    .POST(HttpRequest.BodyPublishers.ofByteArray(mutated))
                    .build();
            HttpResponse<String> answer = send(request);
            assertThat(answer.statusCode()).as("seed %d, mutation %d", seed, i).isEqualTo(400);
            assertThat(answer.body()).contains("signature_invalid");
        }

        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void aPausedSourceIsToldWhenToComeBack() throws Exception {
        String body = "{\"type\":\"other\"}";
        setState("messaging", "paused");
        try {
            HttpResponse<String> answer =
                    post("messaging", body, StandardSigner.DEMO.headers("paused-1", body, Instant.now()));

            assertProblem(answer, 503, "source_paused");
            assertThat(answer.headers().firstValueAsLong("Retry-After").orElse(0))
                    .isPositive();
        } finally {
            setState("messaging", "active");
        }
        assertThat(post("messaging", body, StandardSigner.DEMO.headers("paused-1", body, Instant.now()))
                        .statusCode())
                .isEqualTo(200);
    }

    private void setState(String source, String state) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement("""
                        INSERT INTO source_state (name, state) VALUES (?, ?)
                        ON CONFLICT ON CONSTRAINT pk_source_state DO UPDATE SET state = EXCLUDED.state""")) {
            update.setString(1, source);
            update.setString(2, state);
            update.executeUpdate();
        }
    }

    private static String stripeBody(String id) {
        return """
                {"id": "%s", "object": "event", "livemode": false, "type": "checkout.session.completed",
                 "data": {"object": {"id": "cs_%s", "object": "checkout.session", "amount_total": 4900, "currency": "usd",
                  "payment_status": "paid", "metadata": {"target": "https://site.example/"}}}}""".formatted(id, id);
    }

    private HttpResponse<String> postSigned(String body, Instant signedAt) throws Exception {
        return post("stripe", body, Map.of(StripeSigner.HEADER, StripeSigner.DEMO.header(body, signedAt)));
    }

    private HttpResponse<String> post(String source, String body, Map<String, String> headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(root.resolve("/webhooks/" + source))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.getBytes(StandardCharsets.UTF_8)));
        headers.forEach(request::header);
        return send(request.build());
    }

    private static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String code) throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        JsonNode problem = JSON.readTree(answer.body());
        assertThat(problem.path("code").asText()).isEqualTo(code);
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("type").asText()).isEqualTo("about:blank");
        assertThat(problem.path("detail").asText()).isNotBlank();
        assertThat(answer.headers().firstValue("X-Request-Id"))
                .contains(problem.path("instance").asText());
    }

    private long rows() throws SQLException {
        long rows = 0;
        for (String table : TABLES) {
            rows += count("SELECT count(*) FROM " + table);
        }
        return rows;
    }

    private long count(String sql, String... parameters) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                query.setString(i + 1, parameters[i]);
            }
            try (ResultSet result = query.executeQuery()) {
                result.next();
                return result.getLong(1);
            }
        }
    }
}
