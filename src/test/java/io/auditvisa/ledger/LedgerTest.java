package io.auditvisa.ledger;

import static io.auditvisa.ledger.Runs.MESSAGE;
import static io.auditvisa.ledger.Runs.message;
import static io.auditvisa.ledger.Runs.topUp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.auditvisa.event.Effect;
import io.auditvisa.ledger.Runs.Result;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** IO-1…IO-4, IO-12: what one event after the other does to ledger and inbox. */
class LedgerTest {

    private static final LedgerDatabase DATABASE = LedgerDatabase.create();
    private static final Set<Effect> INBOX = EnumSet.of(Effect.INBOX);
    private final Runs runs = new Runs(DATABASE);

    @BeforeEach
    void empty() throws SQLException {
        DATABASE.execute("SET session_replication_role = replica; DELETE FROM ledger_entry; DELETE FROM inbox_line;"
                + " DELETE FROM account; DELETE FROM event; SET session_replication_role = origin");
    }

    @Test
    void aMessageIsDebitedAndFiledOnce() throws SQLException {
        runs.account("acme", "usd", 100);

        Result result = runs.run("e1", message("m1", "acme", 30L, "usd"), MESSAGE);

        assertThat(result.refusal()).isNull();
        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isEqualTo(70);
        assertThat(DATABASE.number("SELECT balance_after_minor FROM ledger_entry WHERE id = " + result.entry()))
                .isEqualTo(70);
        assertThat(DATABASE.value("SELECT event_id FROM inbox_line WHERE id = " + result.line()))
                .isEqualTo("e1");
    }

    @ParameterizedTest
    @CsvSource({"30,usd,acme", "30,,acme", ",usd,acme", ",,acme", ",,"})
    void aSecondEventOfAMessageReusesItsRows(Long amount, String currency, String account) throws SQLException {
        runs.account("acme", "usd", 100);
        Result first = runs.run("e1", message("m1", "acme", 30L, "usd"), MESSAGE);

        Result second = runs.run("e2", message("m1", account, amount, currency, "MT", "delivered"), MESSAGE);

        assertThat(second).isEqualTo(first);
        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isEqualTo(70);
        assertThat(DATABASE.value("SELECT delivery_status FROM ledger_entry WHERE kind = 'debit'"))
                .isEqualTo("delivered");
        assertThat(DATABASE.value("SELECT delivery_status FROM inbox_line")).isEqualTo("delivered");
    }

    @ParameterizedTest
    @CsvSource({"31,usd,acme", "0,usd,acme", "30,eur,acme", "30,usd,other", "30,usd,nobody", ",,other"})
    void anotherPriceOrAccountOfAMessageIsAConflict(Long amount, String currency, String account) throws SQLException {
        runs.account("acme", "usd", 100);
        runs.account("other", "usd", 100);
        runs.run("e1", message("m1", "acme", 30L, "usd"), MESSAGE);

        Result second = runs.run("e2", message("m1", account, amount, currency, "MT", "delivered"), MESSAGE);

        assertThat(second.refusal()).isEqualTo("message_conflict");
        assertThat(DATABASE.value("SELECT delivery_status FROM inbox_line")).isEqualTo("sent");
        assertThat(DATABASE.number("SELECT count(*) FROM ledger_entry WHERE kind = 'debit'"))
                .isEqualTo(1);
    }

    @Test
    void aReportOnAPaidMessageIsTakenAfterItsAccountWasClosed() throws SQLException {
        runs.account("acme", "usd", 100);
        Result first = runs.run("e1", message("m1", "acme", 30L, "usd"), MESSAGE);
        DATABASE.execute("UPDATE account SET status = 'closed'");

        Result report = runs.run("e2", message("m1", "acme", 30L, "usd", "MT", "failed"), MESSAGE);

        assertThat(report).isEqualTo(first);
    }

    @ParameterizedTest
    @CsvSource({
        "sent,queued,sent",
        "delivered,sent,delivered",
        "delivered,failed,delivered",
        "failed,delivered,failed",
        "sent,delivered,delivered",
        "sent,failed,failed",
        "queued,sent,sent",
        "sent,strange,sent",
        "strange,sent,sent"
    })
    void theDeliveryStatusNeverGoesBack(String first, String second, String expected) throws SQLException {
        runs.account("acme", "usd", 100);
        runs.run("e1", message("m1", "acme", 30L, "usd", "MT", first), MESSAGE);

        runs.run("e2", message("m1", "acme", 30L, "usd", "MT", second), MESSAGE);

        assertThat(DATABASE.value("SELECT delivery_status FROM ledger_entry WHERE kind = 'debit'"))
                .isEqualTo(expected);
        assertThat(DATABASE.value("SELECT delivery_status FROM inbox_line")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "acme,,,MT,amount_invalid",
        "acme,0,usd,MT,amount_invalid",
        "acme,-1,usd,MT,amount_invalid",
        "acme,-1,usd,MO,amount_invalid",
        "acme,9007199254740992,usd,MT,amount_invalid",
        "acme,1,,MT,currency_invalid",
        "acme,1,eur,MT,currency_mismatch",
        "acme,101,usd,MT,insufficient_balance",
        "acme,9007199254740991,usd,MT,insufficient_balance",
        "nobody,1,usd,MT,account_unknown",
        ",1,usd,MT,account_unknown",
        "nobody,0,usd,MO,account_unknown",
        "acme,,,MO,amount_invalid"
    })
    void aRefusalLeavesNothing(String account, Long amount, String currency, String direction, String code)
            throws SQLException {
        runs.account("acme", "usd", 100);

        Result result = runs.run("e1", message("m1", account, amount, currency, direction, "sent"), MESSAGE);

        assertThat(result.refusal()).isEqualTo(code);
        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isEqualTo(100);
        assertThat(DATABASE.number("SELECT count(*) FROM ledger_entry WHERE kind = 'debit'"))
                .isZero();
        assertThat(DATABASE.number("SELECT count(*) FROM inbox_line")).isZero();
    }

    @Test
    void aClosedAccountPaysForNothingNew() throws SQLException {
        runs.account("acme", "usd", 100);
        DATABASE.execute("UPDATE account SET status = 'closed'");

        assertThat(runs.run("e1", message("m1", "acme", 1L, "usd"), MESSAGE).refusal())
                .isEqualTo("account_closed");
        assertThat(runs.run("e2", topUp("acme", 1L, "usd"), EnumSet.of(Effect.CREDIT))
                        .refusal())
                .isEqualTo("account_closed");
    }

    @Test
    void aRefusedEventMaySucceedLater() throws SQLException {
        runs.account("acme", "usd", 10);
        assertThat(runs.run("e1", message("m1", "acme", 30L, "usd"), MESSAGE).refusal())
                .isEqualTo("insufficient_balance");
        runs.run("top_up", topUp("acme", 20L, "usd"), EnumSet.of(Effect.CREDIT));

        assertThat(runs.run("e1", message("m1", "acme", 30L, "usd"), MESSAGE).refusal())
                .isNull();
        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"usd,2,'0.30 USD'", "jpy,0,'30 JPY'", "kwd,3,'0.030 KWD'"})
    void minorUnitsAreTheCurrencysOwn(String currency, int exponent, String text) throws SQLException {
        runs.account("acme", currency, 100);

        runs.run("e1", message("m1", "acme", 30L, currency), MESSAGE);

        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isEqualTo(70);
        assertThat(new Money(30, currency).exponent()).isEqualTo(exponent);
        assertThat(new Money(30, currency).toText()).isEqualTo(text);
    }

    @Test
    void theLargestAmountIsMovedExactly() throws SQLException {
        runs.account("acme", "usd", Money.LARGEST_MINOR);
        assertThat(runs.run("t", topUp("acme", 1L, "usd"), EnumSet.of(Effect.CREDIT))
                        .refusal())
                .isEqualTo("amount_invalid");

        runs.run("e1", message("m1", "acme", Money.LARGEST_MINOR, "usd"), MESSAGE);

        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isZero();
    }

    @Test
    void anAccountMayOverdrawToItsLimit() throws SQLException {
        runs.account("acme", "usd", 10, 20);

        assertThat(runs.run("e1", message("m1", "acme", 31L, "usd"), MESSAGE).refusal())
                .isEqualTo("insufficient_balance");
        assertThat(runs.run("e2", message("m2", "acme", 30L, "usd"), MESSAGE).refusal())
                .isNull();
        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isEqualTo(-20);
    }

    @Test
    void aFreeInboundMessageIsFiledAndStaysFree() throws SQLException {
        runs.account("acme", "usd", 100);

        Result first = runs.run("e1", message("m1", "acme", 0L, "usd", "MO", "received"), MESSAGE);
        Result again = runs.run("e2", message("m1", "acme", 0L, null, "MO", "received"), MESSAGE);
        Result priceless = runs.run("e3", message("m1", null, null, null, "MO", "received"), MESSAGE);
        Result priced = runs.run("e4", message("m1", "acme", 5L, "usd", "MO", "received"), MESSAGE);
        Result foreign = runs.run("e5", message("m1", "other", 0L, "usd", "MO", "received"), MESSAGE);

        assertThat(first.entry()).isNull();
        assertThat(first.line()).isNotNull();
        assertThat(again).isEqualTo(first);
        assertThat(priceless).isEqualTo(first);
        assertThat(priced.refusal()).isEqualTo("message_conflict");
        assertThat(foreign.refusal()).isEqualTo("message_conflict");
    }

    @Test
    void aLineFiledWithoutADebitRuleIsReusedByTheDebit() throws SQLException {
        runs.account("acme", "usd", 100);

        Result queued = runs.run("e1", message("m1", "acme", 0L, null, "MT", "queued"), INBOX);
        Result sent = runs.run("e2", message("m1", "acme", 30L, "usd", "MT", "sent"), MESSAGE);

        assertThat(queued.entry()).isNull();
        assertThat(sent.line()).isEqualTo(queued.line());
        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isEqualTo(70);
    }

    @ParameterizedTest
    @CsvSource({"31,usd,acme,MT", "30,usd,other,MT", "30,eur,acme,MT", "1,usd,acme,MO", ",,other,MO"})
    void aReportUnderARuleWithoutDebitMustAgreeWithTheMessageToo(
            Long amount, String currency, String account, String direction) throws SQLException {
        runs.account("acme", "usd", 100);
        runs.account("other", "usd", 100);
        long price = direction.equals("MT") ? 30 : 0;
        runs.run("e1", message("m1", "acme", price, "usd", direction, "sent"), MESSAGE);

        Result report = runs.run("e2", message("m1", account, amount, currency, direction, "delivered"), INBOX);

        assertThat(report.refusal()).isEqualTo("message_conflict");
        assertThat(DATABASE.value("SELECT delivery_status FROM inbox_line")).isEqualTo("sent");
    }

    @Test
    void aLineFiledAfterTheDebitHoldsTheDebitsEventId() throws SQLException {
        runs.account("acme", "usd", 100);
        Result debit = runs.run("e1", message("m1", "acme", 30L, "usd"), EnumSet.of(Effect.DEBIT));

        Result filed = runs.run("e2", message("m1", null, null, null, "MT", "delivered"), INBOX);

        assertThat(filed.entry()).isEqualTo(debit.entry());
        assertThat(DATABASE.value("SELECT event_id || ' ' || account || ' ' || delivery_status FROM inbox_line"))
                .isEqualTo("e1 acme delivered");
    }

    @Test
    void aKnownMessageOpensNoSecondLineUnderAnotherInboxKey() throws SQLException {
        runs.account("acme", "usd", 100);
        Result first = runs.run("e1", message("m1", "acme", 30L, "usd"), MESSAGE);
        var known = message("m1", "acme", 30L, "usd");
        var renamed = new io.auditvisa.event.Business.Message("m1", "other-key", "MT", "+631", "+632", null, "sent");

        Result second = runs.run(
                "e2",
                new io.auditvisa.event.Business(
                        null, null, null, null, null, null, 30L, "usd", known.account(), renamed),
                MESSAGE);

        assertThat(second).isEqualTo(first);
        assertThat(DATABASE.number("SELECT count(*) FROM inbox_line")).isEqualTo(1);
    }

    @Test
    void bothDirectionsOfACounterpartShareAThread() throws SQLException {
        runs.account("acme", "usd", 100);
        runs.account("other", "usd", 100);

        runs.run("e1", message("m1", "acme", 1L, "usd", "MT", "sent"), MESSAGE);
        runs.run(
                "e2",
                new io.auditvisa.event.Business(
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        0L,
                        null,
                        "acme",
                        new io.auditvisa.event.Business.Message("m2", "m2MO", "MO", "+632", "+631", "yo", "received")),
                MESSAGE);
        runs.run("e3", message("m3", "other", 1L, "usd", "MT", "sent"), MESSAGE);

        assertThat(DATABASE.number("SELECT count(DISTINCT thread) FROM inbox_line WHERE account = 'acme'"))
                .isEqualTo(1);
        assertThat(DATABASE.number("SELECT count(DISTINCT thread) FROM inbox_line"))
                .isEqualTo(2);
    }

    @Test
    void aTopUpNeedsAnAccountAndAnAmount() throws SQLException {
        runs.account("acme", "usd", 0);
        Set<Effect> credit = EnumSet.of(Effect.CREDIT);

        assertThat(runs.run("t1", topUp("acme", 50L, "usd"), credit).entry()).isNotNull();
        assertThat(runs.run("t2", topUp(null, 50L, "usd"), credit).refusal()).isEqualTo("account_unknown");
        assertThat(runs.run("t3", topUp("acme", 50L, "jpy"), credit).refusal()).isEqualTo("currency_mismatch");
        assertThat(runs.run("t4", topUp("acme", null, null), credit).entry()).isNull();
        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isEqualTo(50);
    }

    @Test
    void aSecondCreditOfAnEventEndsTheTransaction() throws SQLException {
        runs.account("acme", "usd", 0);
        runs.run("t1", topUp("acme", 50L, "usd"), EnumSet.of(Effect.CREDIT));

        assertThatThrownBy(() -> runs.run("t1", topUp("acme", 50L, "usd"), EnumSet.of(Effect.CREDIT)))
                .hasMessageContaining("uq_ledger_entry_credit_event");
        assertThat(DATABASE.number("SELECT balance_minor FROM account")).isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE ledger_entry SET amount_minor = 1",
                "UPDATE ledger_entry SET account = 'other'",
                "UPDATE ledger_entry SET balance_after_minor = 1, delivery_status = 'read'",
                "DELETE FROM ledger_entry",
                "TRUNCATE ledger_entry CASCADE"
            })
    void theLedgerIsAppendOnly(String change) throws SQLException {
        runs.account("acme", "usd", 100);

        assertThatThrownBy(() -> DATABASE.execute(change)).hasMessageContaining("append-only");
    }

    @Test
    void theDatabaseItselfHoldsTheFloorAndTheDedup() throws SQLException {
        runs.account("acme", "usd", 100);
        runs.run("e1", message("m1", "acme", 30L, "usd"), MESSAGE);
        String debit = "INSERT INTO ledger_entry (account, kind, amount_minor, currency, source, event_id, message_id,"
                + " balance_after_minor, created_at) VALUES ('acme', 'debit', 1, 'usd', ";

        assertThatThrownBy(() -> DATABASE.execute("UPDATE account SET balance_minor = -1"))
                .hasMessageContaining("ck_account_floor");
        assertThatThrownBy(() -> DATABASE.execute(debit + "'messaging', 'e1', 'm9', 0, now())"))
                .hasMessageContaining("uq_ledger_entry_debit_event");
        assertThatThrownBy(() -> DATABASE.execute(debit + "'messaging', 'e9', 'm1', 0, now())"))
                .hasMessageContaining("uq_ledger_entry_debit_message");
        assertThatThrownBy(() -> DATABASE.execute(debit + "'messaging', 'e9', NULL, 0, now())"))
                .hasMessageContaining("ck_ledger_entry_dedup");
    }
}
