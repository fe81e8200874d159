package io.auditvisa.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.event.Sha256;
import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.StripeSigner;
import io.auditvisa.testing.TestServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OpenID Connect on the packaged application: off until one setting names a provider, and no provider can stop anything. */
class OidcIT {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String SECRET = "whsec_of_shop";

    private static TestServer server;

    private final FakeProvider provider = new FakeProvider();

    @BeforeAll
    static void startServer() {
        server = TestServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @AfterEach
    void stopProvider() {
        provider.close();
    }

    @Test
    void withNothingSetATokenOfAProviderIsUnknown() throws SQLException {
        try (PackagedApplication app = application().start()) {
            assertOurOwnWayIsOpen(app);
            assertThat(events(app, provider.token("alice", "viewer"))).isEqualTo(401);
            assertThat(app.stdout()).doesNotContain("quarkus.oidc").doesNotContain("OIDC");
        }
    }

    @Test
    void aProviderThatIsSwitchedOffIsNeverAsked() throws SQLException {
        provider.start();
        try (PackagedApplication app = application()
                .set("quarkus.oidc.auth-server-url", provider.url())
                .set("quarkus.oidc.tenant-enabled", "false")
                .start()) {
            assertThat(events(app, provider.token("alice", "viewer"))).isEqualTo(401);
            assertOurOwnWayIsOpen(app);
        }
        assertThat(provider.requests()).isEmpty();
    }

    @Test
    void oneVariableSwitchesItOnAndTheProviderMayComeAndGo() throws SQLException {
        try (PackagedApplication app = application()
                .variable("QUARKUS_OIDC_AUTH_SERVER_URL", provider.url())
                .set("quarkus.oidc.token.forced-jwk-refresh-interval", "1S")
                .start()) {
            assertOurOwnWayIsOpen(app);
            assertSaysThatTheProviderIsAway(app, provider.token("alice", "viewer"));

            provider.start();
            Eventually.holds("a token is known", SOON, () -> events(app, provider.token("alice", "viewer")) == 200);
            assertThat(events(app, new FakeProvider().token("alice", "viewer"))).isEqualTo(401);
            assertOurOwnWayIsOpen(app);

            provider.stop();
            assertThat(events(app, provider.token("bob", "viewer"))).isEqualTo(200);
            Eventually.sleep(1_100);
            assertSaysThatTheProviderIsAway(app, provider.token("key-2", provider.claims("alice", "viewer")));
            assertThat(events(app, provider.token("bob", "viewer"))).isEqualTo(200);
            assertOurOwnWayIsOpen(app);
            assertThat(app.stdout()).doesNotContain("eyJ");
        }
    }

    @Test
    void whoComesTogetherWithTheFirstTokenWaitsForTheProviderToo() throws Exception {
        provider.slow(500).start();
        try (PackagedApplication app = application()
                        .set("quarkus.oidc.auth-server-url", provider.url())
                        .start();
                ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(provider.requests()).as("asked at the start").isEmpty();

            Callable<Integer> call = () -> events(app, provider.token("alice", "viewer"));
            for (Future<Integer> answer : callers.invokeAll(Collections.nCopies(20, call))) {
                assertThat(answer.get()).isEqualTo(200);
            }

            assertThat(provider.requests()).containsExactly("/.well-known/openid-configuration", "/keys");
        }
    }

    @Test
    void aKeyInTheConfigurationFileSwitchesItOnWithoutAProvider() throws SQLException, IOException {
        try (PackagedApplication app = application()) {
            Path file = app.home().resolve("config/application.properties");
            Files.createDirectories(file.getParent());
            Files.writeString(file, "quarkus.oidc.public-key=" + provider.publicKey() + "\n");
            app.start();

            assertThat(events(app, provider.token("alice", "viewer"))).isEqualTo(200);
            assertThat(events(app, provider.token("alice", "staff"))).isEqualTo(403);
            assertThat(events(app, new FakeProvider().token("alice", "viewer"))).isEqualTo(401);
            assertOurOwnWayIsOpen(app);
        }
    }

    @ParameterizedTest
    @CsvSource({"quarkus.oidc.auth-server-url, login.example", "quarkus.oidc.public-key, AAAA"})
    void aSettingThatCannotBeUsedStopsTheStart(String key, String value) throws SQLException {
        try (PackagedApplication app = application().set(key, value).launch()) {
            assertThat(app.awaitExit(Duration.ofSeconds(60))).isEqualTo(1);
            assertThat(app.stderr().strip())
                    .startsWith("AuditVisa cannot start: " + key)
                    .hasLineCount(1);
        }
    }

    private static PackagedApplication application() throws SQLException {
        return new PackagedApplication()
                .database(server.createDatabase())
                .set("auditvisa.api.tokens.ops.sha256", Sha256.hexOf("ops-token"))
                .set("auditvisa.api.tokens.ops.roles", "viewer")
                .set("auditvisa.sources.shop.kind", "stripe")
                .set("auditvisa.sources.shop.secrets", SECRET);
    }

    /** Our own tokens, and webhooks whatever token they bring. */
    private void assertOurOwnWayIsOpen(PackagedApplication app) {
        String body = "{\"id\":\"evt_1\",\"object\":\"event\",\"type\":\"some.type\",\"data\":{\"object\":{}}}";
        String signature = new StripeSigner(SECRET).header(body, Instant.now());
        Map<String, String> headers =
                Map.of(StripeSigner.HEADER, signature, "Authorization", "Bearer " + provider.token("key-3", Map.of()));

        assertThat(events(app, "ops-token")).isEqualTo(200);
        assertThat(events(app, "wrong")).isEqualTo(401);
        assertThat(app.post("/webhooks/shop", body, headers).statusCode()).isEqualTo(200);
    }

    private static void assertSaysThatTheProviderIsAway(PackagedApplication app, String token) {
        HttpResponse<String> answer = get(app, token);

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(answer.body()).contains("\"code\":\"identity_unavailable\"");
    }

    private static int events(PackagedApplication app, String token) {
        return get(app, token).statusCode();
    }

    private static HttpResponse<String> get(PackagedApplication app, String token) {
        return app.send(HttpRequest.newBuilder(URI.create(app.url() + "/api/v1/events"))
                .header("Authorization", "Bearer " + token)
                .build());
    }
}
