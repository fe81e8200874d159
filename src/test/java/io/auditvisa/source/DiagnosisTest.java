package io.auditvisa.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import io.auditvisa.source.SignatureScheme.Unsigned;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GO-9: the sender of an unverifiable request learns what to look at, and never a right signature. */
class DiagnosisTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_772_358_554L);
    private static final String PRETTY = """
            {
              "id": "evt_1",
              "livemode": true,
              "list": [
                1.50,
                2
              ]
            }""";

    private static final Sources SOURCES = ConfiguredSources.of(Map.of(
            "live.kind", "stripe",
            "live.secrets", "whsec_live",
            "test.kind", "stripe",
            "test.secrets", "whsec_test",
            "msg.kind", "standard",
            "msg.secrets", ConfiguredSources.STANDARD_SECRET));

    @ParameterizedTest
    @CsvSource({
        "0, without white space between its members",
        "1, indented by two spaces",
        "2, without white space at its end",
        "3, with LF line ends",
        "4, with a line feed at its end",
    })
    void aReserialisedBodyIsRecognised(int form, String expected) {
        String compact = "{\"id\":\"evt_1\",\"livemode\":true,\"list\":[1.50,2]}";
        String[] sent = {compact, PRETTY, compact, PRETTY + "\n", compact + "\n"};
        String[] received = {PRETTY, compact, compact + "\r\n", PRETTY.replace("\n", "\r\n") + "\r\n", compact};

        assertThat(diagnose("live", stripe("whsec_live", sent[form]), received[form]))
                .contains(expected, "raw bytes")
                .doesNotContain("whsec_live");
    }

    @Test
    void theSecretOfAnotherSourceIsRecognised() {
        assertThat(diagnose("live", stripe("whsec_test", PRETTY), PRETTY)).contains("source 'test'");
    }

    @Test
    void otherwiseTheModeIsNamed() {
        assertThat(diagnose("live", stripe("whsec_unknown", PRETTY), PRETTY))
                .contains("none of the 1 active secrets", "livemode true", "live mode endpoint");
    }

    @Test
    void theOtherKindOfSignatureIsRecognised() throws Exception {
        TestHeaders standard = TestHeaders.of("webhook-id", "m")
                .with("webhook-timestamp", Long.toString(NOW.getEpochSecond()))
                .with(
                        "webhook-signature",
                        new Webhook(ConfiguredSources.STANDARD_SECRET).sign("m", NOW.getEpochSecond(), PRETTY));

        assertThat(diagnose("live", standard, PRETTY)).contains("Standard Webhooks", "kind stripe");
        assertThat(diagnose("msg", stripe("whsec_live", PRETTY), PRETTY)).contains("Stripe-Signature", "kind standard");
    }

    @Test
    void aBodyThatIsNoTextHasNoOtherForm() {
        byte[] body = {(byte) 0xFF};
        RequestHeaders headers = stripe("whsec_unknown", "x");
        Source live = SOURCES.find("live").orElseThrow();

        assertThat(Diagnosis.of(Unsigned.invalid("no secret fits"), live, SOURCES.all(), headers, body))
                .isEqualTo("no secret fits");
    }

    @Test
    void theRightSignatureIsNeverNamed() {
        TestHeaders right = stripe("whsec_live", PRETTY);
        String signature = right.all("stripe-signature").get(0).substring("t=1772358554,v1=".length());
        TestHeaders wrong = TestHeaders.of("stripe-signature", "t=1772358554,v1=" + "0".repeat(64));

        assertThat(diagnose("live", wrong, PRETTY)).doesNotContain(signature, "whsec_");
    }

    private static String diagnose(String name, RequestHeaders headers, String body) {
        Source source = SOURCES.find(name).orElseThrow();
        Gate.Verdict verdict = source.gate().judge(headers, utf8(body), NOW);
        return Diagnosis.of(((Gate.Forged) verdict).reason(), source, SOURCES.all(), headers, utf8(body));
    }

    private static TestHeaders stripe(String secret, String body) {
        String signature =
                HexFormat.of().formatHex(Hmac.of(utf8(secret), utf8(NOW.getEpochSecond() + "."), utf8(body)));
        return TestHeaders.of("Stripe-Signature", "t=" + NOW.getEpochSecond() + ",v1=" + signature);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
