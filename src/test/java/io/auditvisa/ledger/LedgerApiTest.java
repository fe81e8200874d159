package io.auditvisa.ledger;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.nullValue;

import io.auditvisa.testing.Sql;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The finance side over HTTP: contract.md Operators; IO-7, IO-10, IO-12. */
@QuarkusTest
class LedgerApiTest {

    @Inject
    DataSource dataSource;

    private static RequestSpecification finance() {
        return given().header("Authorization", "Bearer dev-token");
    }

    private static String newAccount(String currency) {
        String id = "acct-" + UUID.randomUUID();
        finance()
                .body("{\"id\":\"" + id + "\",\"currency\":\"" + currency + "\",\"name\":\"Acme\"}")
                .post("/api/v1/accounts")
                .then()
                .statusCode(201);
        return id;
    }

    private static ValidatableResponse credit(String account, String key, String body) {
        RequestSpecification request = finance();
        return (key == null ? request : request.header("Idempotency-Key", key))
                .body(body)
                .post("/api/v1/accounts/" + account + "/credits")
                .then();
    }

    @Test
    void theDemoAccountIsThereInTestsCreditedOnce() {
        finance()
                .get("/api/v1/accounts/demo")
                .then()
                .statusCode(200)
                .body("currency", equalTo("usd"))
                .body("status", equalTo("open"));
        finance()
                .queryParam("account", "demo")
                .queryParam("kind", "credit")
                .get("/api/v1/ledger/entries")
                .then()
                .body("items.amount_minor", contains(10000));
    }

    @Test
    void anAccountIsMadeOnceWithItsCurrencyInLowerCase() {
        String id = newAccount("USD");

        finance()
                .get("/api/v1/accounts/" + id)
                .then()
                .statusCode(200)
                .body("id", equalTo(id))
                .body("name", equalTo("Acme"))
                .body("currency", equalTo("usd"))
                .body("balance_minor", equalTo(0))
                .body("overdraft_minor", equalTo(0))
                .body("status", equalTo("open"))
                .body("created_at", matchesPattern(".*Z"));
        finance()
                .body("{\"id\":\"" + id + "\",\"currency\":\"usd\",\"name\":\"Acme\"}")
                .post("/api/v1/accounts")
                .then()
                .statusCode(409)
                .contentType("application/problem+json")
                .body("code", equalTo("account_exists"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"currency\":\"usd\",\"name\":\"n\"}",
                "{\"id\":\"a b\",\"currency\":\"usd\",\"name\":\"n\"}",
                "{\"id\":\"x\",\"currency\":\"usd\"}",
                "{\"id\":\"x\",\"currency\":\"zzz\",\"name\":\"n\"}",
                "{\"id\":\"x\",\"currency\":5,\"name\":\"n\"}",
                "{\"id\":\"x\",\"currency\":\"usd\",\"name\":\"n\",\"overdraft_minor\":-1}",
                "{\"id\":\"x\",\"currency\":\"usd\",\"name\":\"n\",\"overdraft_minor\":1.5}",
                "{\"id\":\"x\",\"id\":\"y\",\"currency\":\"usd\",\"name\":\"n\"}"
            })
    void anUnusableAccountIsRefused(String body) {
        finance().body(body).post("/api/v1/accounts").then().statusCode(400).contentType("application/problem+json");
    }

    @Test
    void aCreditIsMadeOncePerKey() {
        String account = newAccount("usd");

        int first = credit(account, "k1", "{\"amount_minor\":500,\"currency\":\"USD\"}")
                .statusCode(201)
                .body("kind", equalTo("credit"))
                .body("amount_minor", equalTo(500))
                .body("balance_after_minor", equalTo(500))
                .body("event_id", nullValue())
                .extract()
                .path("id");
        credit(account, "k1", "{\"currency\":\"usd\",\"amount_minor\":500}")
                .statusCode(200)
                .body("id", equalTo(first));
        credit(account, "k1", "{\"amount_minor\":501,\"currency\":\"usd\"}")
                .statusCode(409)
                .body("code", equalTo("idempotency_conflict"));
        credit(account, "k2", "{\"amount_minor\":1,\"currency\":\"usd\"}").statusCode(201);

        finance().get("/api/v1/accounts/" + account).then().body("balance_minor", equalTo(501));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1.5", "\"5\"", "1e2", "0", "-1", "null", "9007199254740992", "100000000000000000000", "1.0"})
    void anAmountThatIsNoPositiveIntegerIsRefused(String amount) {
        credit(newAccount("usd"), "k", "{\"amount_minor\":" + amount + ",\"currency\":\"usd\"}")
                .statusCode(400)
                .body("code", equalTo("amount_invalid"));
    }

    @Test
    void theLargestAmountIsCredited() {
        String account = newAccount("jpy");

        credit(account, "k", "{\"amount_minor\":9007199254740991,\"currency\":\"jpy\"}")
                .statusCode(201)
                .body("balance_after_minor", equalTo(9007199254740991L));
        credit(account, "k2", "{\"amount_minor\":1,\"currency\":\"jpy\"}")
                .statusCode(400)
                .body("code", equalTo("amount_invalid"));
    }

    @Test
    void aCreditNeedsAKeyAnOpenAccountAndItsCurrency() {
        String account = newAccount("kwd");
        String body = "{\"amount_minor\":5,\"currency\":\"kwd\"}";

        credit(account, null, body).statusCode(400).body("code", equalTo("idempotency_key_missing"));
        credit(account, "k k", body).statusCode(400).body("code", equalTo("idempotency_key_invalid"));
        credit("nobody", "k", body).statusCode(404).body("code", equalTo("not_found"));
        credit(account, "k", "{\"amount_minor\":5,\"currency\":\"usd\"}")
                .statusCode(409)
                .body("code", equalTo("currency_mismatch"));
        credit(account, "k", "{\"amount_minor\":5}").statusCode(400).body("code", equalTo("currency_invalid"));
        patch(account, "{\"status\":\"closed\"}").statusCode(200).body("status", equalTo("closed"));
        credit(account, "k", body).statusCode(409).body("code", equalTo("account_closed"));
    }

    private static ValidatableResponse patch(String account, String body) {
        return finance().body(body).patch("/api/v1/accounts/" + account).then();
    }

    @Test
    void anAccountIsRenamedAndGivenALimitThatCoversItsDebt() throws SQLException {
        String account = newAccount("usd");
        patch(account, "{\"overdraft_minor\":50,\"name\":\"New\"}")
                .statusCode(200)
                .body("overdraft_minor", equalTo(50))
                .body("name", equalTo("New"));
        debit(account, "e-" + account, "m-" + account, 40);

        patch(account, "{\"overdraft_minor\":39}").statusCode(409).body("code", equalTo("overdraft_in_use"));
        patch(account, "{\"overdraft_minor\":40}").statusCode(200);
        patch(account, "{}").statusCode(400);
        patch(account, "{\"currency\":\"eur\"}").statusCode(400);
        patch("nobody", "{\"status\":\"closed\"}").statusCode(404);
    }

    @Test
    void aDebitIsRefundedOnceInARowOfItsOwn() throws SQLException {
        String account = newAccount("usd");
        credit(account, "k", "{\"amount_minor\":100,\"currency\":\"usd\"}").statusCode(201);
        long debit = debit(account, "e-" + account, "m-" + account, 30);

        int refund = refund(debit)
                .statusCode(201)
                .body("kind", equalTo("refund"))
                .body("amount_minor", equalTo(30))
                .body("refunds_entry_id", equalTo((int) debit))
                .body("balance_after_minor", equalTo(100))
                .body("actor", equalTo("dev"))
                .body("reason", equalTo("excess"))
                .extract()
                .path("id");

        refund(debit).statusCode(200).body("id", equalTo(refund));
        refund(refund).statusCode(409).body("code", equalTo("not_refundable"));
        refund(Long.MAX_VALUE).statusCode(404).body("code", equalTo("not_found"));
        finance().post("/api/v1/ledger/entries/abc/refund").then().statusCode(404);
        finance().get("/api/v1/accounts/" + account).then().body("balance_minor", equalTo(100));
        finance()
                .queryParam("message_id", "m-" + account)
                .get("/api/v1/ledger/entries")
                .then()
                .body("items", hasSize(1));
    }

    private static ValidatableResponse refund(long id) {
        return finance()
                .body("{\"reason\":\"excess\"}")
                .post("/api/v1/ledger/entries/" + id + "/refund")
                .then();
    }

    @Test
    void aBalanceIsToldAtAnInstant() throws SQLException {
        String account = newAccount("usd");
        String first = credit(account, "k1", "{\"amount_minor\":100,\"currency\":\"usd\"}")
                .extract()
                .path("created_at");
        credit(account, "k2", "{\"amount_minor\":7,\"currency\":\"usd\"}").statusCode(201);

        balanceAt(account, first).body("balance_minor", equalTo(100)).body("at", equalTo(first));
        balanceAt(account, "2020-01-01T00:00:00Z").body("balance_minor", equalTo(0));
        balanceAt(account, "2999-01-01T00:00:00Z").body("balance_minor", equalTo(107));
        balanceAt(account, "yesterday").statusCode(400).body("code", equalTo("parameter_invalid"));
    }

    private static ValidatableResponse balanceAt(String account, String at) {
        return finance().queryParam("at", at).get("/api/v1/accounts/" + account).then();
    }

    @Test
    void pagesAreStableWhileRowsArrive() {
        String account = newAccount("usd");
        for (int i = 1; i <= 5; i++) {
            credit(account, "k" + i, "{\"amount_minor\":" + i + ",\"currency\":\"usd\"}")
                    .statusCode(201);
        }

        List<Integer> seen = new ArrayList<>();
        String cursor = null;
        do {
            RequestSpecification request =
                    finance().queryParam("account", account).queryParam("limit", 2);
            var page = (cursor == null ? request : request.queryParam("cursor", cursor))
                    .get("/api/v1/ledger/entries")
                    .then()
                    .statusCode(200)
                    .extract();
            seen.addAll(page.path("items.amount_minor"));
            cursor = page.path("next_cursor");
            credit(account, "late" + seen.size(), "{\"amount_minor\":99,\"currency\":\"usd\"}")
                    .statusCode(201);
        } while (cursor != null);

        assertThat(seen).containsExactly(5, 4, 3, 2, 1);
    }

    @Test
    void accountsAreListedPageByPage() {
        newAccount("usd");
        newAccount("usd");

        List<String> seen = new ArrayList<>();
        String cursor = null;
        do {
            RequestSpecification request = finance().queryParam("limit", 1);
            var page = (cursor == null ? request : request.queryParam("cursor", cursor))
                    .get("/api/v1/accounts")
                    .then()
                    .statusCode(200)
                    .extract();
            seen.addAll(page.path("items.id"));
            cursor = page.path("next_cursor");
        } while (cursor != null);

        assertThat(seen).doesNotHaveDuplicates().isSorted().contains("demo").hasSizeGreaterThan(2);
    }

    @Test
    void theLedgerIsExportedAsCsvAndJsonLines() throws SQLException {
        String account = newAccount("usd");
        credit(account, "k1", "{\"amount_minor\":100,\"currency\":\"usd\"}").statusCode(201);
        long debit = debit(account, "e-" + account, "m-" + account, 30);

        String csv = export("csv", account);
        String lines = export("jsonl", account);

        assertThat(csv.lines().toList()).hasSize(3);
        assertThat(csv.lines().toList().getFirst()).startsWith("id,event_id,message_id,");
        assertThat(csv.lines().toList().get(2)).startsWith(debit + ",e-" + account + ",m-" + account + ",");
        assertThat(lines.lines().toList()).hasSize(2);
        assertThat(lines.lines().toList().get(1))
                .contains("\"event_id\":\"e-" + account + "\"")
                .contains("\"amount_minor\":30");
    }

    private static String export(String format, String account) {
        return finance()
                .queryParam("account", account)
                .get("/api/v1/exports/ledger." + format)
                .then()
                .statusCode(200)
                .extract()
                .asString();
    }

    @ParameterizedTest
    @CsvSource({
        "GET,/api/v1/accounts",
        "GET,/api/v1/accounts/demo",
        "POST,/api/v1/accounts",
        "PATCH,/api/v1/accounts/demo",
        "POST,/api/v1/accounts/demo/credits",
        "GET,/api/v1/ledger/entries",
        "POST,/api/v1/ledger/entries/1/refund",
        "GET,/api/v1/inbox/lines",
        "GET,/api/v1/exports/ledger.csv",
        "GET,/api/v1/exports/ledger.jsonl"
    })
    void nobodyGetsInWithoutAToken(String method, String path) {
        given().request(method, path).then().statusCode(401);
    }

    @Test
    void anExcessDebitIsNamedUntilItIsRefunded() throws SQLException {
        String account = newAccount("usd");
        credit(account, "k1", "{\"amount_minor\":100,\"currency\":\"usd\"}").statusCode(201);
        long planted = debit(account, "planted-" + account, "planted-" + account, 30);

        invariant("debits_have_their_event")
                .body(
                        "offenders",
                        hasItem("ledger entry " + planted + ": messaging planted-" + account + " message planted-"
                                + account));
        refund(planted).statusCode(201);
        String offenders =
                String.valueOf(invariant("debits_have_their_event").extract().<Object>path("offenders"));

        assertThat(offenders).doesNotContain("planted-" + account);
    }

    private static ValidatableResponse invariant(String name) {
        return finance()
                .get("/api/v1/invariants")
                .then()
                .statusCode(200)
                .rootPath("checks.find { it.name == '" + name + "' }");
    }

    /** Behind the application's back: a debit row and its balance. */
    private long debit(String account, String event, String message, long amount) throws SQLException {
        return new Sql(dataSource).number("""
                    WITH paid AS (UPDATE account SET balance_minor = balance_minor - %1$d WHERE id = '%2$s' RETURNING *)
                    INSERT INTO ledger_entry (account, kind, amount_minor, currency, source, event_id, message_id,
                                              delivery_status, balance_after_minor, created_at)
                    SELECT id, 'debit', %1$d, currency, 'messaging', '%3$s', '%4$s', 'sent', balance_minor, clock_timestamp()
                      FROM paid RETURNING id
                    """.formatted(amount, account, event, message));
    }
}
