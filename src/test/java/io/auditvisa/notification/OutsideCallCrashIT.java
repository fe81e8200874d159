package io.auditvisa.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.auditvisa.crm.CrmForwards;
import io.auditvisa.event.EventKey;
import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.StandardSigner;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The process dies between two durable steps of an event with debit, inbox line and forward (IO-6, GO-3): afterwards the money
 * has moved once, one line is filed, and the CRM has acknowledged the forward under its one id.
 */
class OutsideCallCrashIT {

    private static final String EVENT = "msg_crash";
    private static final String BODY = """
            {"type":"message.sent","timestamp":"2026-03-01T00:00:00Z","data":{"message_id":"m1","account":"demo",\
            "direction":"MT","from":"+6391","to":"+6392","text":"hi","amount_minor":30,"currency":"usd"}}
            """;

    private final Peers peers = new Peers();
    private final PackagedApplication app = new PackagedApplication().profile("dev");

    @BeforeEach
    void peersListen() {
        peers.start().forEach(app::set);
        app.set("auditvisa.recovery.grace", "3s");
        Peers.willAnswer();
    }

    @AfterEach
    void stop() {
        app.close();
        peers.stop();
    }

    @ParameterizedTest
    @MethodSource("places")
    void moneyLineAndForwardEndAsIfNothingHadHappened(String place, int forwards) {
        app.set("crash.point", place).start();
        sendAndDie();
        app.set("crash.point", "none").start();

        Eventually.holds("settled", Duration.ofSeconds(60), () -> {
            String audit = audit();
            return audit.contains("\"verdict\":\"consistent\"") && audit.contains("\"status\":\"sent\"");
        });

        assertThat(api("/api/v1/accounts/demo")).contains("\"balance_minor\":9970");
        assertThat(count("/api/v1/ledger/entries?message_id=m1")).isEqualTo(1);
        assertThat(count("/api/v1/inbox/lines?message_id=m1")).isEqualTo(1);
        assertThat(api("/api/v1/invariants")).startsWith("{\"holds\":true");
        List<Peers.Request> crm = Peers.REQUESTS.stream()
                .filter(request -> request.path().equals("/crm"))
                .toList();
        assertThat(crm).hasSize(forwards);
        assertThat(crm)
                .extracting(request -> request.headers().get("webhook-id"))
                .containsOnly(CrmForwards.webhookId(new EventKey("messaging", EVENT)));
    }

    /** Where it dies, and how often the CRM is called then. The first three need no CRM and are left to a full run. */
    static Stream<Arguments> places() {
        Stream<Arguments> calls = Stream.of(arguments("outside-call-claimed", 1), arguments("outside-call-made", 2));
        Stream<Arguments> rows =
                Stream.of(arguments("rows-written", 1), arguments("before-commit", 1), arguments("after-commit", 1));
        return Boolean.getBoolean("full") ? Stream.concat(rows, calls) : calls;
    }

    private void sendAndDie() {
        Map<String, String> headers = StandardSigner.DEMO.headers(EVENT, BODY, Instant.now());
        try {
            app.post("/webhooks/messaging", BODY, headers);
        } catch (UncheckedIOException died) {
            // it died before the answer
        }
        app.awaitExit(Duration.ofSeconds(20));
    }

    private String audit() {
        return api("/api/v1/events/av_evt_messaging_" + EVENT + "/audit");
    }

    private int count(String list) {
        return api(list).split("\"created_at\"", -1).length - 1;
    }

    private String api(String path) {
        HttpResponse<String> answer = app.send(HttpRequest.newBuilder(URI.create(app.url() + path))
                .header("Authorization", "Bearer dev-token")
                .build());
        return answer.body();
    }
}
