package io.auditvisa.source.stripe;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract's paragraph on Stripe. */
class StripeDialectTest {

    private static final Receipt RECEIPT = new Receipt("r", Instant.EPOCH, Instant.EPOCH, "v1", "f");
    private static final Map<String, String> RULES = Map.of(
            "rules.\"checkout.session.*\"", "certificate,notification",
            "rules.\"topup.*\"", "credit",
            "rules.\"invoice.*\"", "certificate",
            "rules.\"note.*\"", "notification");

    private static final String SESSION = """
            {"id": "evt_1Ab", "object": "event", "api_version": "2026-02-25", "created": 1772358554, "livemode": true,
             "pending_webhooks": 2, "type": "checkout.session.completed", "data": {"object": {
               "id": "cs_live_1", "object": "checkout.session", "amount_total": 4900, "currency": "USD",
               "client_reference_id": "https://fallback.example/",
               "customer_details": {"email": "Buyer@Site.Example"}, "payment_status": "paid",
               "metadata": {"target": "https://site.example/page", "product": "AuditVisa Standard", "price_id": "price_1",
                            "account": "acme"}}}}""";

    @Test
    void aPaidSessionEarnsWhatItsRuleSays() {
        IncomingEvent event = understood(SESSION);

        assertThat(event.key().ref()).isEqualTo("av_evt_1Ab");
        assertThat(event.livemode()).isTrue();
        assertThat(event.payload().apiVersion()).isEqualTo("2026-02-25");
        assertThat(event.effects()).containsExactlyInAnyOrder(Effect.CERTIFICATE, Effect.NOTIFICATION);
        assertThat(event.refusal()).isNull();
        assertThat(event.fact()).isEqualTo("cs_live_1");
        assertThat(event.canonicalRef()).isNull();
        assertThat(event.business().sid()).isEqualTo("cs_live_1");
        assertThat(event.business().target()).isEqualTo("https://site.example/page");
        assertThat(event.business().email()).isEqualTo("Buyer@Site.Example");
        assertThat(event.business().emailSha256()).isEqualTo(Sha256.hexOf("buyer@site.example"));
        assertThat(event.business().product()).isEqualTo("AuditVisa Standard");
        assertThat(event.business().priceId()).isEqualTo("price_1");
        assertThat(event.business().amountMinor()).isEqualTo(4900);
        assertThat(event.business().currency()).isEqualTo("usd");
        assertThat(event.business().account()).isEqualTo("acme");
    }

    @Test
    void onlyPendingWebhooksIsLeftOutOfTheContentHash() {
        byte[] hash = understood(SESSION).payload().contentHash();

        assertThat(understood(SESSION.replace("\"pending_webhooks\": 2", "\"pending_webhooks\": 1"))
                        .payload()
                        .contentHash())
                .isEqualTo(hash);
        assertThat(understood(SESSION.replace("\n", "\r\n")).payload().contentHash())
                .isEqualTo(hash);
        assertThat(understood(SESSION.replace("4900", "4901")).payload().contentHash())
                .isNotEqualTo(hash);
    }

    @Test
    void withoutATargetInTheMetadataTheClientReferenceIsTheTarget() {
        String body = SESSION.replace("\"target\": \"https://site.example/page\", ", "");

        assertThat(understood(body).business().target()).isEqualTo("https://fallback.example/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"unpaid\"", "null", "17", "\"PAID\"", "{}"})
    void anUnpaidSessionEarnsNothingAndIsNoRefusal(String status) {
        IncomingEvent event = understood(SESSION.replace("\"paid\"", status).replace("4900", "-1"));

        assertThat(event.effects()).isEmpty();
        assertThat(event.refusal()).isNull();
        assertThat(event.fact()).isNull();
    }

    @Test
    void aSessionWithoutAPaymentStatusEarnsNothing() {
        assertThat(understood(SESSION.replace("\"payment_status\": \"paid\",", ""))
                        .effects())
                .isEmpty();
        assertThat(understood("{\"id\":\"evt_1\",\"type\":\"checkout.session.completed\"}")
                        .effects())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0, ok",
        "9007199254740991, ok",
        "9007199254740992, amount_invalid",
        "9007199254740993, amount_invalid",
        "123456789012345678901234567890, amount_invalid",
        "-1, amount_invalid",
        "49.5, amount_invalid",
        "4900.0, amount_invalid",
        "1e3, amount_invalid",
        "1e400, amount_invalid",
        "'\"4900\"', amount_invalid",
        "null, amount_invalid",
        "true, amount_invalid",
        "[], amount_invalid",
        "{}, amount_invalid",
    })
    void anAmountIsAnIntegerInRange(String amount, String code) {
        IncomingEvent event = understood(SESSION.replace("4900", amount));

        assertThat(code(event)).isEqualTo(code);
        assertThat(event.fact()).isEqualTo(code.equals("ok") ? "cs_live_1" : null);
    }

    @Test
    void aSessionWithoutChargeMayHaveNoAmount() {
        String free = SESSION.replace("\"paid\"", "\"no_payment_required\"");

        assertThat(code(understood(free.replace("4900", "null").replace("\"USD\"", "null"))))
                .isEqualTo("ok");
        assertThat(code(understood(free.replace("\"amount_total\": 4900,", ""))))
                .isEqualTo("ok");
        assertThat(code(understood(free.replace("4900", "\"0\"")))).isEqualTo("amount_invalid");
        assertThat(code(understood(SESSION.replace("\"amount_total\": 4900,", ""))))
                .isEqualTo("amount_invalid");
    }

    @ParameterizedTest
    @CsvSource({
        "'\"jpy\"', ok",
        "'\"KWD\"', ok",
        "'\"zzz\"', currency_invalid",
        "'\"xxx\"', currency_invalid",
        "'\"us\"', currency_invalid",
        "'\"usd \"', currency_invalid",
        "'\"\"', currency_invalid",
        "null, currency_invalid",
        "840, currency_invalid",
    })
    void aCurrencyIsAnIsoCode(String currency, String code) {
        assertThat(code(understood(SESSION.replace("\"USD\"", currency)))).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"null", "17", "[\"https://site.example/\"]", "{\"a\":1}", "\"order-17\"", "\"javascript:x\""})
    void aTargetThatIsNoWebAddressIsRefused(String target) {
        String body = SESSION.replace("\"https://site.example/page\"", target)
                .replace("\"client_reference_id\": \"https://fallback.example/\",", "");

        assertThat(code(understood(body))).isEqualTo("target_invalid");
    }

    @Test
    void theTargetPolicyDecides() {
        Source source = source(Map.of("allowed-targets", "*.other.example"));

        assertThat(code(understood(source, SESSION))).isEqualTo("target_not_allowed");
        assertThat(code(understood(source, SESSION.replace("checkout.session.completed", "note.completed"))))
                .isEqualTo("ok");
    }

    @Test
    void theOtherModeIsRefused() {
        Source source = source(Map.of("livemode", "true", "delivery", "withheld"));

        IncomingEvent test = understood(source, SESSION.replace("\"livemode\": true", "\"livemode\": false"));

        assertThat(code(test)).isEqualTo("livemode_mismatch");
        assertThat(test.fact()).isNull();
        assertThat(code(understood(source, SESSION))).isEqualTo("ok");
        assertThat(understood(source, SESSION).withheld()).isTrue();
    }

    @Test
    void aTopUpNeedsAnAccountAndAnAmount() {
        String topUp = SESSION.replace("checkout.session.completed", "topup.completed");

        assertThat(code(understood(topUp))).isEqualTo("ok");
        assertThat(understood(topUp).fact()).isEqualTo("cs_live_1");
        assertThat(code(understood(topUp.replace("\"acme\"", "null")))).isEqualTo("account_unknown");
        assertThat(code(understood(topUp.replace("4900", "0")))).isEqualTo("amount_invalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "null"})
    void aTopUpThatCostsNothingIsNotRefusedForIt(String amount) {
        String free = SESSION.replace("checkout.session.completed", "topup.completed")
                .replace("\"paid\"", "\"no_payment_required\"")
                .replace("4900", amount);

        assertThat(code(understood(free))).isEqualTo("ok");
    }

    @Test
    void anObjectThatIsNoSessionIsNotAskedForItsPayment() {
        String invoice = SESSION.replace("checkout.session.completed", "invoice.paid")
                .replace("\"object\": \"checkout.session\"", "\"object\": \"invoice\"")
                .replace("cs_live_1", "in_1")
                .replace("\"payment_status\": \"paid\"", "\"checkout_session\": \"cs_live_9\"");

        assertThat(understood(invoice).effects()).containsExactly(Effect.CERTIFICATE);
        assertThat(understood(invoice).business().sid()).isEqualTo("cs_live_9");
        assertThat(understood(invoice).fact()).isEqualTo("in_1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"evt_9\"", "{\"id\": \"evt_9\", \"type\": \"event\"}"})
    void aThinEventNamesItsSnapshotAndEarnsNothing(String snapshot) {
        IncomingEvent event = understood("""
                {"id": "evt_65", "object": "v2.core.event", "type": "v1.checkout.session.completed", "livemode": true,
                 "snapshot_event": %s, "related_object": {"id": "cs_live_1", "type": "checkout.session"}}""".formatted(snapshot));

        assertThat(event.canonicalRef()).isEqualTo("av_evt_9");
        assertThat(event.effects()).isEmpty();
        assertThat(event.fact()).isNull();
    }

    @Test
    void aThinEventOfTheOtherModeIsRefusedLikeAnyOther() {
        IncomingEvent event = understood(source(Map.of("livemode", "true")), """
                {"id": "evt_65", "object": "v2.core.event", "type": "v1.checkout.session.completed", "livemode": false,
                 "snapshot_event": "evt_9"}""");

        assertThat(code(event)).isEqualTo("livemode_mismatch");
        assertThat(event.canonicalRef()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "17", "\"no id!\"", "\"evt_65\"", "{}"})
    void aThinEventWithoutAUsableSnapshotStandsForItself(String snapshot) {
        IncomingEvent event = understood("""
                {"id": "evt_65", "object": "v2.core.event", "type": "checkout.session.completed",
                 "snapshot_event": %s}""".formatted(snapshot));

        assertThat(event.canonicalRef()).isNull();
        assertThat(event.effects()).isEmpty();
    }

    @Test
    void anOverlongObjectIdIsAFactByItsHash() {
        IncomingEvent event = understood(SESSION.replace("cs_live_1", "cs_" + "x".repeat(5_000)));

        assertThat(event.fact()).startsWith("sha256:").hasSize(71);
        assertThat(event.business().sid()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "'\"evt_1Ab\"', null, event_id_invalid",
        "'\"evt_1Ab\"', 17, event_id_invalid",
        "'\"evt_1Ab\"', '\"\"', event_id_invalid",
        "'\"evt_1Ab\"', '\"evt 1\"', event_id_invalid",
        "'\"evt_1Ab\"', '\"evt/1\"', event_id_invalid",
        "'\"checkout.session.completed\"', null, payload_invalid",
        "'\"checkout.session.completed\"', 17, payload_invalid",
        "'\"checkout.session.completed\"', '\"\"', payload_invalid",
    })
    void anEventNeedsAnIdAndAType(String member, String replacement, String code) {
        assertThat(read(source(Map.of()), SESSION.replace(member, replacement)))
                .isInstanceOfSatisfying(
                        Reading.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    @Test
    void anIdHasAtMost255Characters() {
        assertThat(understood(SESSION.replace("evt_1Ab", "e".repeat(255))).key().eventId())
                .hasSize(255);
        assertThat(read(source(Map.of()), SESSION.replace("evt_1Ab", "e".repeat(256))))
                .isInstanceOf(Reading.Refused.class);
    }

    private static String code(IncomingEvent event) {
        Failure refusal = event.refusal();
        return refusal == null ? "ok" : refusal.code();
    }

    private static IncomingEvent understood(String body) {
        return understood(source(Map.of()), body);
    }

    private static IncomingEvent understood(Source source, String body) {
        return ((Reading.Understood) read(source, body)).event();
    }

    private static Reading read(Source source, String body) {
        return source.read(body.getBytes(StandardCharsets.UTF_8), null, RECEIPT);
    }

    private static Source source(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(RULES);
        settings.putAll(more);
        return ConfiguredSources.stripe(settings);
    }
}
