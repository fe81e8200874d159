package io.auditvisa.source;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.auditvisa.testing.StandardSigner;
import io.auditvisa.testing.StripeSigner;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AV-13.1: a right signature is no authorisation; what a source's settings forbid is answered with its code. */
@QuarkusTest
@TestProfile(SourcePolicyTest.Policies.class)
class SourcePolicyTest {

    private static final StripeSigner SIGNER = new StripeSigner("whsec_policy");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** One source with every policy, and one that may send a single request per second. */
    public static final class Policies implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.ofEntries(
                    Map.entry("auditvisa.sources.strict.kind", "stripe"),
                    Map.entry("auditvisa.sources.strict.secrets", "whsec_policy"),
                    Map.entry("auditvisa.sources.strict.livemode", "true"),
                    Map.entry("auditvisa.sources.strict.allowed-targets", "site.example,*.site.example"),
                    Map.entry("auditvisa.sources.strict.rules.\"checkout.session.completed\"", "certificate"),
                    Map.entry("auditvisa.sources.internal.kind", "standard"),
                    Map.entry("auditvisa.sources.internal.secrets", StandardSigner.DEMO.secret()),
                    Map.entry("auditvisa.sources.internal.rules.\"review.completed\"", "certificate"),
                    Map.entry("auditvisa.sources.foreign.kind", "standard"),
                    Map.entry("auditvisa.sources.foreign.secrets", PublicKeySender.SECRET),
                    Map.entry("auditvisa.sources.slow.kind", "stripe"),
                    Map.entry("auditvisa.sources.slow.secrets", "whsec_policy"),
                    Map.entry("auditvisa.sources.slow.rate-limit", "1"));
        }
    }

    @TestHTTPResource("/")
    URI root;

    @ParameterizedTest
    @CsvSource({
        "'\"livemode\": true', '\"livemode\": true', processed",
        "'\"livemode\": true', '\"livemode\": false', livemode_mismatch",
        "https://site.example/, https://a.site.example/x, processed",
        "https://site.example/, https://other.example/, target_not_allowed",
        "https://site.example/, order-17, target_invalid",
        "4900, -1, amount_invalid",
        "usd, zzz, currency_invalid",
    })
    void whatThePolicyForbidsIsRefusedWithItsCode(String member, String replacement, String outcome) throws Exception {
        JsonNode record = new ObjectMapper()
                .readTree(post("strict", body().replace(member, replacement)).body());

        String code = record.path("failure").path("code").asText("processed");
        assertThat(code).isEqualTo(outcome);
        assertThat(record.path("run_hash").isTextual()).isEqualTo(outcome.equals("processed"));
    }

    @Test
    void anInternalEventIsCertifiedUnderItsSignedId() throws Exception {
        String body = "{\"type\":\"review.completed\",\"data\":{\"target\":\"https://site.example/\"}}";
        String id = "review-" + UUID.randomUUID();
        HttpRequest.Builder request = HttpRequest.newBuilder(root.resolve("/webhooks/internal"))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        StandardSigner.DEMO.headers(id, body, Instant.now()).forEach(request::header);

        HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());

        JsonNode record = new ObjectMapper().readTree(answer.body());
        assertThat(record.path("outcome").asText()).as(answer.body()).isEqualTo("processed");
        assertThat(record.path("ref").asText()).isEqualTo("av_evt_internal_" + id);
        assertThat(record.path("run_hash").asText()).hasSize(64);
    }

    @Test
    void aDrillCannotSignForASourceThatOnlyHasPublicKeys() throws Exception {
        String id = "foreign-" + UUID.randomUUID();
        String body = "{\"type\":\"review.completed\"}";
        HttpRequest.Builder request = HttpRequest.newBuilder(root.resolve("/webhooks/foreign"))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        PublicKeySender.headers(id, body, Instant.now()).forEach(request::header);
        HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);

        given().header("Authorization", "Bearer dev-token")
                .body("{\"source\":\"foreign\",\"event_id\":\"" + id + "\"}")
                .post("/api/v1/drills")
                .then()
                .statusCode(409)
                .body("code", equalTo("cannot_sign"));
    }

    @Test
    void aSourceAboveItsRateIsToldToComeBack() throws Exception {
        HttpResponse<String> answer = post("slow", body());
        for (int i = 0; i < 100 && answer.statusCode() != 429; i++) {
            answer = post("slow", body());
        }

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        assertThat(new ObjectMapper().readTree(answer.body()).path("code").asText())
                .isEqualTo("rate_limited");
    }

    private static String body() {
        String id = UUID.randomUUID().toString().replace("-", "");
        return """
                {"id": "evt_%s", "object": "event", "livemode": true, "type": "checkout.session.completed",
                 "data": {"object": {"id": "cs_%s", "object": "checkout.session", "amount_total": 4900, "currency": "usd",
                  "payment_status": "paid", "metadata": {"target": "https://site.example/"}}}}""".formatted(id, id);
    }

    private HttpResponse<String> post(String source, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(root.resolve("/webhooks/" + source))
                .header(StripeSigner.HEADER, SIGNER.header(body, Instant.now()))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
