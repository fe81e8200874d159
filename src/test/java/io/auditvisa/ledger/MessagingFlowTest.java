package io.auditvisa.ledger;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.auditvisa.testing.StandardSigner;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** IO-1, IO-2, IO-3, IO-4, IO-7 over HTTP: signed messaging events against the demonstration's source. */
@QuarkusTest
class MessagingFlowTest {

    private final String account = "acct-" + UUID.randomUUID();
    private final String message = "m-" + UUID.randomUUID();

    private record Event(String type, String direction, String price) {}

    @BeforeEach
    void anAccount() {
        api().body("{\"id\":\"" + account + "\",\"currency\":\"usd\",\"name\":\"n\"}")
                .post("/api/v1/accounts")
                .then()
                .statusCode(201);
        api().header("Idempotency-Key", "k")
                .body("{\"amount_minor\":100,\"currency\":\"usd\"}")
                .post("/api/v1/accounts/" + account + "/credits")
                .then()
                .statusCode(201);
    }

    private static io.restassured.specification.RequestSpecification api() {
        return given().header("Authorization", "Bearer dev-token");
    }

    private static String price(long amount) {
        return ",\"amount_minor\":" + amount + ",\"currency\":\"usd\"";
    }

    private ValidatableResponse send(String eventId, Event event) {
        String body = """
                {"type":"%s","timestamp":"2026-03-01T00:00:00Z","data":{"message_id":"%s","account":"%s","direction":"%s",\
                "from":"+6391","to":"+6392","text":"hi"%s}}
                """.formatted(event.type(), message, account, event.direction(), event.price());
        return given().headers(StandardSigner.DEMO.headers(eventId, body, Instant.now()))
                .contentType("application/json")
                .body(body)
                .post("/webhooks/messaging")
                .then();
    }

    private void balanceIs(long expected) {
        long balance = ((Number) api().get("/api/v1/accounts/" + account).path("balance_minor")).longValue();
        assertThat(balance).isEqualTo(expected);
    }

    private int rows(String list) {
        return api().queryParam("account", account)
                .get(list)
                .<List<Object>>path("items")
                .size();
    }

    private void verdictIsConsistent(String eventId) {
        api().get("/api/v1/events/av_evt_messaging_" + eventId + "/audit")
                .then()
                .statusCode(200)
                .body("verdict", equalTo("consistent"));
    }

    @Test
    void aMessageIsDebitedFiledAndReusedByEveryRepeat() {
        String first = "e-" + UUID.randomUUID();
        String second = "e-" + UUID.randomUUID();

        int entry = send(first, new Event("message.sent", "MT", price(30)))
                .statusCode(200)
                .body("outcome", equalTo("processed"))
                .body("ledger_entry_id", notNullValue())
                .body("inbox_line_id", notNullValue())
                .extract()
                .path("ledger_entry_id");
        send(first, new Event("message.sent", "MT", price(30)))
                .statusCode(200)
                .body("outcome", equalTo("duplicate_reused"));
        send(second, new Event("message.delivered", "MT", ""))
                .statusCode(200)
                .body("outcome", equalTo("processed"))
                .body("ledger_entry_id", equalTo(entry));

        balanceIs(70);
        assertThat(rows("/api/v1/inbox/lines")).isEqualTo(1);
        for (String event : List.of(first, second)) {
            api().queryParam("event_id", event)
                    .get("/api/v1/ledger/entries")
                    .then()
                    .body("items", hasSize(1))
                    .body("items[0].id", equalTo(entry))
                    .body("items[0].event_id", equalTo(first))
                    .body("items[0].delivery_status", equalTo("delivered"));
            api().queryParam("event_id", event)
                    .get("/api/v1/inbox/lines")
                    .then()
                    .body("items", hasSize(1))
                    .body("items[0].event_id", equalTo(first))
                    .body("items[0].inbox_key", equalTo(message + "MT"))
                    .body("items[0].delivery_status", equalTo("delivered"));
            verdictIsConsistent(event);
        }
    }

    @Test
    void anotherCurrencyAndAClosedAccountAreRefused() {
        send("e-" + UUID.randomUUID(), new Event("message.sent", "MT", price(30).replace("usd", "jpy")))
                .statusCode(200)
                .body("failure.code", equalTo("currency_mismatch"));
        api().body("{\"status\":\"closed\"}")
                .patch("/api/v1/accounts/" + account)
                .then()
                .statusCode(200);
        send("e-" + UUID.randomUUID(), new Event("message.sent", "MT", price(30)))
                .statusCode(200)
                .body("failure.code", equalTo("account_closed"));

        balanceIs(100);
    }

    @ParameterizedTest
    @CsvSource({"31,message_conflict", "0,amount_invalid"})
    void anotherPriceOfAMessageIsRefused(long other, String code) {
        send("e-" + UUID.randomUUID(), new Event("message.sent", "MT", price(30)))
                .statusCode(200);
        String second = "e-" + UUID.randomUUID();

        send(second, new Event("message.delivered", "MT", price(other)))
                .statusCode(200)
                .body("outcome", equalTo("failed"))
                .body("failure.code", equalTo(code));

        balanceIs(70);
        verdictIsConsistent(second);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",\"amount_minor\":null,\"currency\":\"usd\"",
                ",\"amount_minor\":1.5,\"currency\":\"usd\"",
                ",\"amount_minor\":\"5\",\"currency\":\"usd\"",
                ",\"amount_minor\":-5,\"currency\":\"usd\"",
                ",\"amount_minor\":9007199254740992,\"currency\":\"usd\"",
                ",\"amount_minor\":1e30,\"currency\":\"usd\""
            })
    void anUnusablePriceIsRefused(String price) {
        send("e-" + UUID.randomUUID(), new Event("message.sent", "MT", price))
                .statusCode(200)
                .body("outcome", equalTo("failed"))
                .body("failure.code", equalTo("amount_invalid"));

        balanceIs(100);
        assertThat(rows("/api/v1/inbox/lines")).isZero();
    }

    @Test
    void aRefusedDebitSucceedsAfterATopUpAndTheHistoryShowsBoth() {
        String event = "e-" + UUID.randomUUID();
        send(event, new Event("message.sent", "MT", price(130)))
                .statusCode(200)
                .body("failure.code", equalTo("insufficient_balance"));
        api().header("Idempotency-Key", "k2")
                .body("{\"amount_minor\":50,\"currency\":\"usd\"}")
                .post("/api/v1/accounts/" + account + "/credits");

        send(event, new Event("message.sent", "MT", price(130))).statusCode(200).body("outcome", equalTo("processed"));

        balanceIs(20);
        verdictIsConsistent(event);
        List<String> states =
                api().get("/api/v1/events/av_evt_messaging_" + event + "/audit").path("transitions.to");
        assertThat(states).contains("failed", "processed");
    }

    @Test
    void aFreeInboundMessageIsFiledWithoutADebit() {
        String event = "e-" + UUID.randomUUID();

        send(event, new Event("message.received", "MO", price(0)))
                .statusCode(200)
                .body("outcome", equalTo("processed"))
                .body("ledger_entry_id", nullValue())
                .body("inbox_line_id", notNullValue());
        send("e-" + UUID.randomUUID(), new Event("message.received", "MO", price(3)))
                .body("failure.code", equalTo("message_conflict"));

        balanceIs(100);
        verdictIsConsistent(event);
    }

    @Test
    void theSameEventManyTimesAtOnceIsDebitedOnce() throws Exception {
        String event = "e-" + UUID.randomUUID();

        List<String> outcomes = atOnce(
                32,
                i -> send(event, new Event("message.sent", "MT", price(30)))
                        .extract()
                        .path("outcome"));

        assertThat(outcomes).contains("processed").isSubsetOf("processed", "duplicate_reused", "processing");
        balanceIs(70);
        assertThat(rows("/api/v1/inbox/lines")).isEqualTo(1);
        int arrivals = api().get("/api/v1/events/av_evt_messaging_" + event).path("arrivals");
        assertThat(arrivals).isEqualTo(32);
    }

    @Test
    void manyEventsOfOneMessageAtOnceAreDebitedOnce() throws Exception {
        List<Integer> entries = atOnce(
                16,
                i -> send(
                                "e-" + UUID.randomUUID(),
                                new Event(i % 2 == 0 ? "message.sent" : "message.delivered", "MT", price(30)))
                        .body("outcome", equalTo("processed"))
                        .extract()
                        .path("ledger_entry_id"));

        assertThat(entries).hasSize(16).containsOnly(entries.getFirst());
        balanceIs(70);
        assertThat(rows("/api/v1/inbox/lines")).isEqualTo(1);
    }

    @Test
    void theInvariantsHoldOverAllOfIt() {
        send("e-" + UUID.randomUUID(), new Event("message.sent", "MT", price(30)))
                .statusCode(200);

        List<String> names = api().get("/api/v1/invariants").path("checks.findAll { it.holds }.name");

        assertThat(names)
                .contains(
                        "balance_equals_ledger_rows",
                        "one_debit_per_event",
                        "one_debit_per_message",
                        "one_inbox_line_per_key",
                        "one_inbox_line_per_event",
                        "no_balance_below_its_limit");
    }

    private interface Request<T> {
        T send(int number);
    }

    private static <T> List<T> atOnce(int many, Request<T> request) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(many)) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                int number = i;
                running.add(threads.submit(() -> request.send(number)));
            }
            List<T> answers = new ArrayList<>();
            for (Future<T> future : running) {
                answers.add(future.get());
            }
            return answers;
        }
    }
}
