package io.auditvisa.source.standard;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.event.Business.Message;
import io.auditvisa.event.Effect;
import io.auditvisa.event.Failure;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.IncomingEvent.Receipt;
import io.auditvisa.event.Sha256;
import io.auditvisa.source.ConfiguredSources;
import io.auditvisa.source.Reading;
import io.auditvisa.source.Source;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract's paragraph on messaging, and internal events with certificate rules (AV-2.2). */
class StandardDialectTest {

    private static final Receipt RECEIPT = new Receipt("r", Instant.EPOCH, Instant.EPOCH, "v1", "f");
    private static final Source SOURCE = ConfiguredSources.standard(Map.of(
            "rules.\"message.*\"", "debit,inbox,crm",
            "rules.\"message.read\"", "inbox",
            "rules.\"review.*\"", "certificate,notification"));

    private static final String MESSAGE = """
            {"type": "message.sent", "timestamp": "2026-03-01T09:49:14Z", "data": {"message_id": "m-1", "account": "demo",
             "direction": "MT", "from": "+4915112345", "to": "+8613800138000", "text": "hi", "amount_minor": 7, "currency": "usd"}}""";

    @Test
    void aMessageEarnsItsDebitInboxLineAndForward() {
        IncomingEvent event = understood(MESSAGE);

        assertThat(event.key().eventId()).isEqualTo("wh_1");
        assertThat(event.key().ref()).isEqualTo("av_evt_messaging_wh_1");
        assertThat(event.effects()).containsExactlyInAnyOrder(Effect.DEBIT, Effect.INBOX, Effect.CRM);
        assertThat(event.refusal()).isNull();
        assertThat(event.fact()).isNull();
        assertThat(event.business().account()).isEqualTo("demo");
        assertThat(event.business().amountMinor()).isEqualTo(7);
        assertThat(event.business().message())
                .isEqualTo(new Message("m-1", "m-1MT", "MT", "+4915112345", "+8613800138000", "hi", "sent"));
    }

    @ParameterizedTest
    @CsvSource({"'\"hi\"', hi", "'\"\"', ''", "'\" \"', ' '", "null, ", "17, "})
    void aTextIsKeptAsItWasSent(String sent, @Nullable String kept) {
        Message message = understood(MESSAGE.replace("\"hi\"", sent)).business().message();

        assertThat(message).isNotNull();
        assertThat(message.text()).isEqualTo(kept);
    }

    @Test
    void anInboxKeyOfTheProviderIsTaken() {
        Message message = understood(MESSAGE.replace("\"account\"", "\"inbox_key\": \"thread-9\", \"account\""))
                .business()
                .message();

        assertThat(message).isNotNull();
        assertThat(message.inboxKey()).isEqualTo("thread-9");
    }

    @ParameterizedTest
    @CsvSource({
        "MT, 1, ok",
        "MT, 0, amount_invalid",
        "MT, -1, amount_invalid",
        "MT, 1.5, amount_invalid",
        "MT, '\"7\"', amount_invalid",
        "MT, 9007199254740991, ok",
        "MT, 9007199254740992, amount_invalid",
        "MT, 1e400, amount_invalid",
        "MO, 1, ok",
        "MO, -1, amount_invalid",
    })
    void aDebitNeedsAPositiveInteger(String direction, String amount, String code) {
        IncomingEvent event =
                understood(MESSAGE.replace("\"MT\"", '"' + direction + '"').replace(": 7", ": " + amount));

        assertThat(code(event)).isEqualTo(code);
        assertThat(event.effects()).contains(Effect.DEBIT);
    }

    @Test
    void whetherAFreeInboundMessageWasPricedBeforeIsLeftToTheLedger() {
        IncomingEvent event = understood(MESSAGE.replace("message.sent", "message.received")
                .replace("\"MT\"", "\"MO\"")
                .replace(": 7", ": 0"));

        assertThat(code(event)).isEqualTo("ok");
        assertThat(event.effects()).containsExactlyInAnyOrder(Effect.DEBIT, Effect.INBOX, Effect.CRM);
    }

    @Test
    void anAbsentPriceIsLeftToTheLedger() {
        for (String body : new String[] {
            MESSAGE.replace(", \"amount_minor\": 7, \"currency\": \"usd\"", ""), MESSAGE.replace(": 7", ": null")
        }) {
            IncomingEvent event = understood(body);

            assertThat(code(event)).isEqualTo("ok");
            assertThat(event.business().amountMinor()).isNull();
            assertThat(event.effects()).contains(Effect.DEBIT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"zzz\"", "17"})
    void aPriceHasACurrency(String currency) {
        assertThat(code(understood(MESSAGE.replace("\"usd\"", currency)))).isEqualTo("currency_invalid");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"m-1\"', null, message_conflict",
        "'\"m-1\"', 17, message_conflict",
        "'\"m-1\"', '\"\"', message_conflict",
        "'\"MT\"', '\"mt\"', message_conflict",
        "'\"MT\"', null, message_conflict",
        "'\"+4915112345\"', null, message_conflict",
        "'\"+8613800138000\"', {}, message_conflict",
        "'\"demo\"', null, account_unknown",
        "'\"demo\"', 17, account_unknown",
    })
    void aMessageThatCannotBePlacedIsRefused(String member, String replacement, String code) {
        assertThat(code(understood(MESSAGE.replace(member, replacement)))).isEqualTo(code);
    }

    @Test
    void withoutADebitThePriceIsNotJudged() {
        IncomingEvent event =
                understood(MESSAGE.replace("message.sent", "message.read").replace(": 7", ": \"x\""));

        assertThat(code(event)).isEqualTo("ok");
        assertThat(event.effects()).containsExactly(Effect.INBOX);
    }

    @Test
    void anEventOfAnotherTypeEarnsNothingAndIsNotAskedForAMessage() {
        IncomingEvent event = understood("{\"type\": \"template.approved\", \"data\": [1]}");

        assertThat(event.effects()).isEmpty();
        assertThat(event.refusal()).isNull();
    }

    @Test
    void anInternalEventMayEarnACertificate() {
        IncomingEvent event = understood("""
                {"type": "review.completed", "data": {"target": "https://site.example/", "email": "A@B.example",
                 "product": "Review", "price_id": "p1", "amount_minor": 100, "currency": "KWD"}}""");

        assertThat(event.effects()).containsExactlyInAnyOrder(Effect.CERTIFICATE, Effect.NOTIFICATION);
        assertThat(event.business().target()).isEqualTo("https://site.example/");
        assertThat(event.business().emailSha256()).isEqualTo(Sha256.hexOf("a@b.example"));
        assertThat(event.business().currency()).isEqualTo("kwd");
        assertThat(event.business().message()).isNull();
    }

    @Test
    void anInternalEventNeedsOnlyATarget() {
        assertThat(code(understood(
                        "{\"type\": \"review.completed\", \"data\": {\"target\": \"https://site.example/\"}}")))
                .isEqualTo("ok");
        assertThat(code(understood("{\"type\": \"review.completed\"}"))).isEqualTo("target_invalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "id with space", "id/1", "\u00e9"})
    void theSignedIdMustBeAnEventId(String id) {
        assertThat(SOURCE.read(MESSAGE.getBytes(StandardCharsets.UTF_8), id, RECEIPT))
                .isInstanceOfSatisfying(
                        Reading.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("event_id_invalid"));
    }

    private static String code(IncomingEvent event) {
        Failure refusal = event.refusal();
        return refusal == null ? "ok" : refusal.code();
    }

    private static IncomingEvent understood(String body) {
        return ((Reading.Understood) SOURCE.read(body.getBytes(StandardCharsets.UTF_8), "wh_1", RECEIPT)).event();
    }
}
