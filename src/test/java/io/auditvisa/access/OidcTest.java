package io.auditvisa.access;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.auditvisa.delivery.Delivered;
import io.auditvisa.processing.EventProcessor;
import io.auditvisa.testing.StripeSigner;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens of an OpenID Connect provider beside our own. */
@QuarkusTest
@TestProfile(OidcTest.Provided.class)
class OidcTest {

    private static final FakeProvider PROVIDER = new FakeProvider();
    private static final FakeProvider STRANGER = new FakeProvider();

    @Inject
    EventProcessor processor;

    /** The callers of {@link RoleTokens}, and a provider. */
    public static final class Provided extends RoleTokens {
        @Override
        public Map<String, String> getConfigOverrides() {
            PROVIDER.start();
            Map<String, String> settings = super.getConfigOverrides();
            settings.put("quarkus.oidc.auth-server-url", PROVIDER.url());
            settings.put("quarkus.oidc.token.audience", "auditvisa");
            return settings;
        }
    }

    @AfterAll
    static void stop() {
        PROVIDER.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"viewer", "finance", "operator"})
    void aRoleGivesWhatOurOwnTokenWithThisRoleGives(String role) {
        String token = PROVIDER.token("alice", role, "staff");
        for (String path : List.of("events", "arrivals", "accounts", "ledger/entries", "sources", "nowhere")) {
            int ours = get("/api/v1/" + path, role + "-token").statusCode();

            assertThat(ours).as(path).isIn(200, 403, 404);
            assertThat(get("/api/v1/" + path, token).statusCode()).as(path).isEqualTo(ours);
        }
        get("/api/v1/" + (role.equals("finance") ? "sources" : "accounts"), token)
                .then()
                .statusCode(403)
                .contentType("application/problem+json")
                .body("code", equalTo("forbidden"));
    }

    static Stream<String> badTokens() {
        long now = Instant.now().getEpochSecond();
        return Stream.of(
                PROVIDER.token(with("exp", now - 60)),
                PROVIDER.token(without("exp")),
                PROVIDER.token(with("iss", "http://127.0.0.1:1")),
                PROVIDER.token(without("iss")),
                PROVIDER.token(with("aud", "another-service")),
                PROVIDER.token(without("aud")),
                PROVIDER.token(with("preferred_username", "a\u0000b")),
                PROVIDER.token(with("preferred_username", "x".repeat(256))),
                PROVIDER.token(with("preferred_username", " ")),
                PROVIDER.token(with("preferred_username", "sweeper")),
                PROVIDER.token(with("preferred_username", "dev")),
                PROVIDER.token(with("preferred_username", "bob\u202e")),
                PROVIDER.token(with("preferred_username", 5)),
                PROVIDER.token("key-2", good()),
                STRANGER.token(good()),
                FakeProvider.unsigned(good()),
                PROVIDER.token("alice", "viewer") + "x",
                "e30.e30.e30",
                "wrong",
                "viewer-tokens",
                "..",
                "\u00e4.\u00f6.\u00fc");
    }

    @ParameterizedTest
    @MethodSource("badTokens")
    void aTokenThatIsNotGoodIsAnsweredAsNoToken(String token) {
        Response nobody = given().get("/api/v1/events");

        Response refused = get("/api/v1/events", token);

        assertThat(refused.statusCode()).isEqualTo(401).isEqualTo(nobody.statusCode());
        assertThat(refused.contentType()).isEqualTo(nobody.contentType());
        assertThat(refused.getHeader("WWW-Authenticate")).isEqualTo(nobody.getHeader("WWW-Authenticate"));
        assertThat(refused.jsonPath().getMap("$"))
                .containsOnlyKeys("type", "title", "status", "code", "detail", "instance")
                .containsEntry("code", "unauthenticated")
                .containsEntry("detail", nobody.jsonPath().getString("detail"));
    }

    /** A mistyped token of ours is a secret of ours. */
    @Test
    void whatIsNoTokenOfTheProviderIsNeverShownToIt() {
        get("/api/v1/events", "viewer-tokem");
        get("/api/v1/events", PROVIDER.token("key-2", good()));

        assertThat(PROVIDER.requests()).doesNotContain("/introspect", "/token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"events", "accounts", "nowhere"})
    void aPersonWithoutARoleOfOursIsForbiddenEverything(String path) {
        get("/api/v1/" + path, PROVIDER.token("bob", "staff", "Operator"))
                .then()
                .statusCode(403)
                .body("code", equalTo("forbidden"));
    }

    @Test
    void aWithheldDeliveryIsShownToAPersonWithARole() {
        String page = "/d/" + Delivered.by(processor, true).slug() + ".html";

        assertThat(get(page, PROVIDER.token("alice", "viewer")).statusCode()).isEqualTo(200);
        assertThat(get(page, PROVIDER.token("bob", "staff")).statusCode()).isEqualTo(404);
        assertThat(get(page, STRANGER.token(good())).statusCode()).isEqualTo(404);
    }

    @Test
    void whatAPersonDoesStandsInTheHistoryUnderTheirName() {
        Map<String, Object> nameless = without("preferred_username");
        Map<String, Object> principal = with("upn", "alice.upn");

        assertThat(actorOfACheckBy(PROVIDER.token("alice@example", "operator"))).isEqualTo("alice@example");
        assertThat(actorOfACheckBy(PROVIDER.token(principal))).isEqualTo("alice.upn");
        assertThat(actorOfACheckBy(PROVIDER.token(nameless))).isEqualTo("subject-of-alice");
    }

    private String actorOfACheckBy(String token) {
        String event = "/api/v1/events/" + Delivered.by(processor).record().ref();
        given().header("Authorization", "Bearer " + token)
                .contentType("application/json")
                .body("{\"reason\":\"because\"}")
                .post(event + "/check")
                .then()
                .statusCode(200);
        List<String> actors = get(event + "/audit", "viewer-token").jsonPath().getList("transitions.actor");
        return actors.getLast();
    }

    @ParameterizedTest
    @MethodSource("badTokens")
    void publicRoutesStayOpenWhateverTheAuthorizationHeaderHolds(String token) {
        for (String path : List.of(
                "/d/0123456789abcdef0123456789abcdef.html",
                "/verify/0123456789abcdef0123456789abcdef",
                "/.well-known/jwks.json",
                "/q/openapi")) {
            assertThat(get(path, token).statusCode())
                    .as(path)
                    .isEqualTo(get(path, "wrong").statusCode());
            assertThat(get(path, token).statusCode()).as(path).isNotIn(401, 403, 500, 503);
        }
    }

    @Test
    void aWebhookIsNotJudgedByItsToken() {
        String body = "{\"id\":\"evt_oidc\",\"object\":\"event\",\"type\":\"none.of.ours\",\"data\":{\"object\":{}}}";
        int asked = PROVIDER.requests().size();
        for (String token : List.of("wrong", STRANGER.token(good()), PROVIDER.token("key-3", good()))) {
            given().header("Authorization", "Bearer " + token)
                    .header(StripeSigner.HEADER, StripeSigner.DEMO.header(body, Instant.now()))
                    .body(body)
                    .post("/webhooks/stripe")
                    .then()
                    .statusCode(200);
        }

        assertThat(PROVIDER.requests()).hasSize(asked);
    }

    private static Response get(String path, String token) {
        return given().header("Authorization", "Bearer " + token).get(path);
    }

    private static Map<String, Object> good() {
        return PROVIDER.claims("alice", "viewer", "finance", "operator");
    }

    private static Map<String, Object> with(String claim, Object value) {
        Map<String, Object> claims = good();
        claims.put(claim, value);
        return claims;
    }

    private static Map<String, Object> without(String claim) {
        Map<String, Object> claims = good();
        claims.remove(claim);
        return claims;
    }
}
