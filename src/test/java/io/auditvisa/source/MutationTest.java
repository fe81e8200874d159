package io.auditvisa.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.stripe.net.Webhook;
import io.auditvisa.event.CanonicalJson;
import io.auditvisa.event.ContentDiff;
import io.auditvisa.event.IncomingEvent.Receipt;
import io.auditvisa.event.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Seeded random mutations of a valid request: never anything but a typed answer, never a forged request let in. */
class MutationTest {

    private static final int MUTATIONS = 10_000;
    private static final long NOW = 1_772_358_554L;
    private static final Instant RECEIVED = Instant.ofEpochSecond(NOW);
    private static final Source SOURCE =
            ConfiguredSources.stripe(Map.of("rules.\"*\"", "certificate,credit", "allowed-targets", "site.example"));

    private static final String BODY = """
            {"id":"evt_1Ab","object":"event","livemode":true,"type":"checkout.session.completed","pending_webhooks":1,
             "data":{"object":{"id":"cs_1","amount_total":4900,"currency":"usd","payment_status":"paid",
             "customer_details":{"email":"b@site.example"},"metadata":{"target":"https://site.example/\u4e2d\\u00e9",
             "account":"a","n":[1.5e3,-0.0,12345678901234567890,null,true]}}}}""";

    private static final String[] FRAGMENTS = {
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "null",
        "1e999",
        "-",
        "\\u0000",
        "\\ud800",
        "\"type\":1,",
        "\uFEFF",
        "\0",
        "\r\n",
        "\"id\":\"evt_2\",",
        "9999999999999999999999",
        "0.1",
        "\uD83D\uDE00"
    };

    @Test
    void aChangedBodyIsNeverAuthentic() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        TestHeaders headers = TestHeaders.of(
                "Stripe-Signature",
                Webhook.Signature.generateSignatureHeader(BODY, ConfiguredSources.STRIPE_SECRET, NOW));

        for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutated = mutate(BODY, random);
            assertThat(SOURCE.gate().judge(headers, mutated, RECEIVED))
                    .as("seed %d, mutation %d", seed, i)
                    .isInstanceOf(
                            mutated.length == utf8(BODY).length && java.util.Arrays.equals(mutated, utf8(BODY))
                                    ? Gate.Admitted.class
                                    : Gate.Forged.class);
        }
    }

    @Test
    void aChangedHeaderGetsATypedVerdict() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String header = Webhook.Signature.generateSignatureHeader(BODY, ConfiguredSources.STRIPE_SECRET, NOW);
        String right = header.substring(header.indexOf("v1=") + 3);

        for (int i = 0; i < MUTATIONS; i++) {
            String mutated = new String(mutate(header, random), StandardCharsets.ISO_8859_1);
            Gate.Verdict verdict =
                    SOURCE.gate().judge(TestHeaders.of("Stripe-Signature", mutated), utf8(BODY), RECEIVED);
            if (verdict instanceof Gate.Admitted) {
                assertThat(mutated).as("seed %d, mutation %d", seed, i).contains(right, Long.toString(NOW));
            }
        }
    }

    @Test
    void aChangedAndSignedBodyIsReadOrRefusedByCode() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int understood = 0;

        for (int i = 0; i < MUTATIONS; i++) {
            byte[] mutated = mutate(BODY, random);
            String header = "t=" + NOW + ",v1="
                    + HexFormat.of()
                            .formatHex(Hmac.of(utf8(ConfiguredSources.STRIPE_SECRET), utf8(NOW + "."), mutated));
            assertThat(SOURCE.gate().judge(TestHeaders.of("Stripe-Signature", header), mutated, RECEIVED))
                    .as("seed %d, mutation %d", seed, i)
                    .isInstanceOf(Gate.Admitted.class);
            switch (SOURCE.read(mutated, null, new Receipt("r", RECEIVED, RECEIVED, "v1", "f"))) {
                case Reading.Refused refused ->
                    assertThat(refused.code())
                            .as("seed %d, mutation %d", seed, i)
                            .isIn("payload_invalid", "event_id_invalid");
                case Reading.Understood read -> {
                    understood++;
                    assertThat(canonical(canonical(mutated))).isEqualTo(canonical(mutated));
                    assertThat(ContentDiff.pointers(mutated, canonical(mutated), Set.of()))
                            .isEmpty();
                    assertThat(read.event().payload().contentHash()).hasSize(32);
                }
            }
        }
        assertThat(understood).as("seed %d", seed).isGreaterThan(MUTATIONS / 100);
    }

    private static byte[] canonical(byte[] json) {
        return CanonicalJson.bytes(((StrictJson.Parsed) StrictJson.parse(json)).root());
    }

    /** One to three changes: a bit, a byte, a cut, a repetition, a fragment. */
    private static byte[] mutate(String text, Random random) {
        byte[] bytes = utf8(text);
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(bytes.length);
            int to = at + random.nextInt(Math.min(40, bytes.length - at) + 1);
            bytes = switch (random.nextInt(5)) {
                case 0 -> replaced(bytes, at, at + 1, new byte[] {(byte) (bytes[at] ^ (1 << random.nextInt(8)))});
                case 1 -> replaced(bytes, at, at + 1, new byte[] {(byte) random.nextInt(256)});
                case 2 -> replaced(bytes, at, Math.max(at, Math.min(to, bytes.length - 1)), new byte[0]);
                case 3 -> replaced(bytes, at, at, java.util.Arrays.copyOfRange(bytes, at, to));
                default -> replaced(bytes, at, at, utf8(FRAGMENTS[random.nextInt(FRAGMENTS.length)]));
            };
        }
        return bytes;
    }

    private static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
        byte[] result = new byte[bytes.length - (to - from) + by.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(by, 0, result, from, by.length);
        System.arraycopy(bytes, to, result, from + by.length, bytes.length - to);
        return result;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
