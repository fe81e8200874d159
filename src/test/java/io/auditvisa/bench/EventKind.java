package io.auditvisa.bench;

import io.auditvisa.testing.StandardSigner;
import io.auditvisa.testing.StripeSigner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The events of one kind. Event {@code n} is a function of {@code n} alone, so a repeat needs no memory. Ids look random, as
 * the senders' do, so the indexes are hit where they would be.
 */
final class EventKind {

    static final int EVENT_ID = 0;
    static final int OBJECT_ID = 1;
    static final int ACCOUNT = 2;

    static final String MESSAGE_SECRET = StandardSigner.DEMO.secret();
    static final String STRIPE_SECRET = StripeSigner.DEMO.secret();

    private static final char[] DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz".toCharArray();

    private static final String MESSAGE = """
            {"type":"message.sent","timestamp":"2026-03-01T09:49:14Z","data":{"message_id":"%2$s","account":"%3$s",\
            "direction":"MT","from":"+15550100200","to":"+15557654321","text":"Your code is 482913. It is valid for ten \
            minutes; nobody of us will ever ask you for it.","amount_minor":7,"currency":"usd"}}""";

    private static final String CHECKOUT = """
            {"id":"%1$s","object":"event","api_version":"2025-09-30.clover","created":1772358554,"type":"checkout.session.completed",\
            "livemode":true,"pending_webhooks":1,"request":{"id":null,"idempotency_key":null},"data":{"object":{"id":"%2$s",\
            "object":"checkout.session","adaptive_pricing":{"enabled":true},"after_expiration":null,"allow_promotion_codes":false,\
            "amount_subtotal":4900,"amount_total":4900,"automatic_tax":{"enabled":false,"liability":null,"provider":null,\
            "status":null},"billing_address_collection":"auto","cancel_url":"https://shop.example/cancel","client_reference_id":\
            "https://site.example/page","client_secret":null,"collected_information":{"business_name":null,"individual_name":null,\
            "shipping_details":null},"consent":null,"consent_collection":null,"created":1772358500,"currency":"usd",\
            "currency_conversion":null,"custom_fields":[],"custom_text":{"after_submit":null,"shipping_address":null,"submit":null,\
            "terms_of_service_acceptance":null},"customer":"cus_SgU2hN1kq9zXwB","customer_creation":"always","customer_details":\
            {"address":{"city":"Berlin","country":"DE","line1":"Invalidenstrasse 116","line2":null,"postal_code":"10115","state":null},\
            "business_name":null,"email":"buyer@customer.example","individual_name":null,"name":"A. Buyer","phone":null,"tax_exempt":\
            "none","tax_ids":[]},"customer_email":null,"discounts":[],"expires_at":1772444900,"invoice":null,"invoice_creation":\
            {"enabled":false,"invoice_data":{"account_tax_ids":null,"custom_fields":null,"description":null,"footer":null,"issuer":\
            null,"metadata":{},"rendering_options":null}},"livemode":true,"locale":"auto","metadata":{"target":\
            "https://site.example/page","product":"AuditVisa Standard","price_id":"price_1RkVisaStandard49"},"mode":"payment",\
            "origin_context":null,"payment_intent":"pi_3T5pdFGRtItDCjuJ1xYz0aBc","payment_link":null,"payment_method_collection":\
            "if_required","payment_method_configuration_details":{"id":"pmc_1RZ8tZGRtItDCjuJ","parent":null},"payment_method_options":\
            {"card":{"request_three_d_secure":"automatic"}},"payment_method_types":["card","link"],"payment_status":"paid",\
            "permissions":null,"phone_number_collection":{"enabled":false},"recovered_from":null,"saved_payment_method_options":null,\
            "setup_intent":null,"shipping_address_collection":null,"shipping_cost":null,"shipping_options":[],"status":"complete",\
            "submit_type":null,"subscription":null,"success_url":"https://shop.example/thanks","total_details":{"amount_discount":0,\
            "amount_shipping":0,"amount_tax":0},"ui_mode":"hosted","url":null,"wallet_options":null}}}""";

    private final boolean stripe;
    private final long salt;
    private final double[] zipf;
    private final Template body;

    private EventKind(boolean stripe, long salt, boolean skewed) {
        this.stripe = stripe;
        this.salt = salt;
        this.zipf = skewed ? zipf() : new double[0];
        byte[][] tokens = tokens(0);
        String sample = (stripe ? CHECKOUT : MESSAGE).formatted(text(tokens[0]), text(tokens[1]), text(tokens[2]));
        this.body = new Template(sample.getBytes(StandardCharsets.UTF_8), tokens);
    }

    /** Messages: debit, inbox line, CRM forward; accounts are equally busy. */
    static EventKind messages(long salt) {
        return new EventKind(false, salt, false);
    }

    /** Messages whose accounts are busy as Zipf says: the first has a tenth of all traffic. */
    static EventKind skewedMessages(long salt) {
        return new EventKind(false, salt, true);
    }

    /** Paid checkout sessions: certificate, notification. */
    static EventKind certificates(long salt) {
        return new EventKind(true, salt, false);
    }

    boolean isCertificate() {
        return stripe;
    }

    String source() {
        return stripe ? "stripe" : "messaging";
    }

    String eventId(long n) {
        return text(tokens(n)[EVENT_ID]);
    }

    byte[] body(byte[][] tokens) {
        return body.fill(tokens);
    }

    /** Event id, id of the message or session, account: always of the same lengths. */
    byte[][] tokens(long n) {
        String event = stripe ? "evt_1" + random(n, 1, 23) : "msg_" + random(n, 1, 28);
        String object = stripe ? "cs_live_a1" + random(n, 2, 56) : "SM" + random(n, 2, 32);
        return new byte[][] {ascii(event), ascii(object), ascii(accountId(account(n)))};
    }

    static String accountId(int account) {
        return "acct_" + (100_000 + account);
    }

    private int account(long n) {
        long hash = mix(n * 31 + salt);
        if (zipf.length == 0) {
            return (int) Long.remainderUnsigned(hash, BenchSettings.ACCOUNTS);
        }
        int found = Arrays.binarySearch(zipf, (hash >>> 11) * 0x1.0p-53);
        return Math.min(found < 0 ? -found - 1 : found, BenchSettings.ACCOUNTS - 1);
    }

    private static double[] zipf() {
        double[] cumulative = new double[BenchSettings.ACCOUNTS];
        double sum = 0;
        for (int i = 0; i < cumulative.length; i++) {
            sum += 1.0 / (i + 1);
            cumulative[i] = sum;
        }
        for (int i = 0; i < cumulative.length; i++) {
            cumulative[i] /= sum;
        }
        return cumulative;
    }

    private String random(long n, long stream, int length) {
        char[] text = new char[length];
        long left = 0;
        for (int i = 0; i < length; i++) {
            if (i % 12 == 0) {
                left = mix(mix(n + mix(salt)) + stream * 1_000_003 + i) >>> 1;
            }
            text[i] = DIGITS[(int) (left % DIGITS.length)];
            left /= DIGITS.length;
        }
        return new String(text);
    }

    /** SplitMix64. */
    static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String text(byte[] ascii) {
        return new String(ascii, StandardCharsets.ISO_8859_1);
    }
}
