package io.auditvisa.source.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import com.stripe.net.Webhook;
import io.auditvisa.source.ConfiguredSources;
import io.auditvisa.source.Gate;
import io.auditvisa.source.Hmac;
import io.auditvisa.source.RequestHeaders;
import io.auditvisa.source.SignatureScheme.Signed;
import io.auditvisa.source.SignatureScheme.Unsigned;
import io.auditvisa.source.TestHeaders;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AV-13.1, with stripe-java as oracle: what it signs is authentic, whatever else comes is not. */
class StripeSignaturesTest {

    private static final String SECRET = ConfiguredSources.STRIPE_SECRET;
    private static final long NOW = 1_772_358_554L;
    private static final Instant RECEIVED = Instant.ofEpochSecond(NOW).plusMillis(900);
    private static final String BODY = "{\"id\":\"evt_1\",\"object\":\"event\",\"type\":\"t\"}";
    private static final Gate GATE = ConfiguredSources.stripe(Map.of()).gate();

    @ParameterizedTest
    @ValueSource(
            strings = {
                BODY,
                "",
                "{\r\n  \"a\": 1\r\n}\r\n",
                "\uFEFF{}",
                "{\"a\":\"\uD83D\uDE00 \u4e2d\u6587 \u2028\"}",
                "100% %s %d {} $1 \\",
            })
    void whatStripeJavaSignsIsAuthentic(String body) throws GeneralSecurityException {
        String header = Webhook.Signature.generateSignatureHeader(body, SECRET, NOW);

        assertThat(judge(header, utf8(body)))
                .isEqualTo(new Gate.Admitted(new Signed(Instant.ofEpochSecond(NOW), "v1", null)));
    }

    @Test
    void aBodyThatIsNoUtf8IsVerifiedByItsBytes() {
        byte[] body = {'{', (byte) 0xFF, '}'};

        assertThat(judge("t=" + NOW + ",v1=" + hex(SECRET, body), body)).isInstanceOf(Gate.Admitted.class);
        assertThat(judge("t=" + NOW + ",v1=" + hex("whsec_other", body), body)).isInstanceOf(Gate.Forged.class);
    }

    @Test
    void theLocaleOfThePlatformDoesNotMatter() {
        String header = "t=" + NOW + ",v1=" + hex(SECRET, utf8(BODY));
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(judge(header, utf8(BODY))).isInstanceOf(Gate.Admitted.class);
            assertThat(judge(header, utf8(BODY + " "))).isInstanceOf(Gate.Forged.class);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void everyActiveSecretIsTried() throws GeneralSecurityException {
        Gate gate = ConfiguredSources.stripe(Map.of("secrets", "whsec_new,whsec_old"))
                .gate();

        for (String secret : List.of("whsec_new", "whsec_old")) {
            String header = Webhook.Signature.generateSignatureHeader(BODY, secret, NOW);
            assertThat(gate.judge(TestHeaders.of("Stripe-Signature", header), utf8(BODY), RECEIVED))
                    .isInstanceOf(Gate.Admitted.class);
        }
    }

    @Test
    void unusualButRightHeadersAreAuthentic() throws GeneralSecurityException {
        String right = hex(SECRET, utf8(BODY));
        String wrong = "0".repeat(64);

        for (String header : List.of(
                "t=%d,v1=%s,v1=%s".formatted(NOW, wrong, right),
                "t=%d,v1=%s,v1=%s".formatted(NOW, right, wrong),
                "v1=%s,t=%d".formatted(right, NOW),
                "t=%d, v1=%s".formatted(NOW, right),
                "t=%d,v1=short,v1=%s,v0=%s,v2=x".formatted(NOW, right, wrong),
                "t=%d,v1=%s,future=1=2".formatted(NOW, right))) {
            assertThat(judge(header, utf8(BODY))).as(header).isInstanceOf(Gate.Admitted.class);
        }
        assertThat(GATE.judge(
                        TestHeaders.of("stripe-SIGNATURE", "t=%d,v1=%s".formatted(NOW, right)), utf8(BODY), RECEIVED))
                .isInstanceOf(Gate.Admitted.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t=NaN,v1=R",
                "t=,v1=R",
                "t=-1,v1=R",
                "t=+N,v1=R",
                "t=0N,v1=R",
                "t=N.0,v1=R",
                "t=NZ,v1=R",
                "t=\u0661\u0662,v1=R",
                "t=99999999999999999999,v1=R",
                "t=N,t=N,v1=R",
                "t=N,t=1,v1=R",
                "v1=R",
                "t=N",
                "t=N,v1=",
                "t=N,v1",
                "t=N,v0=R",
                "t=N,V1=R",
                "T=N,v1=R",
                "t=N;v1=R",
                "t=N,v1=UPPER",
                "t=N,v1=R0",
                "R",
                ",",
                "=",
                "t=M,v1=R",
                "t=N,v1=W",
            })
    void anyOtherHeaderIsInvalid(String pattern) {
        String right = hex(SECRET, utf8(BODY));
        String header = pattern.replace("UPPER", right.toUpperCase(Locale.ROOT))
                .replace("R", right)
                .replace("W", "0".repeat(64))
                .replace("NaN", "\0")
                .replace("N", Long.toString(NOW))
                .replace("M", Long.toString(NOW - 1))
                .replace("\0", "NaN");

        assertThat(judge(header, utf8(BODY))).isInstanceOfSatisfying(Gate.Forged.class, forged -> {
            assertThat(forged.reason().code()).isEqualTo("signature_invalid");
            assertThat(forged.reason().detail()).doesNotContain(right, SECRET);
        });
    }

    @Test
    void withoutAHeaderTheSignatureIsMissing() {
        for (RequestHeaders headers : List.of(TestHeaders.none(), TestHeaders.of("Stripe-Signature", " "))) {
            assertThat(GATE.judge(headers, utf8(BODY), RECEIVED))
                    .isInstanceOfSatisfying(
                            Gate.Forged.class,
                            forged -> assertThat(forged.reason().code()).isEqualTo(Unsigned.MISSING));
        }
    }

    @Test
    void twoHeadersAreOneWithTwoTimesAndInvalid() throws GeneralSecurityException {
        String header = Webhook.Signature.generateSignatureHeader(BODY, SECRET, NOW);

        RequestHeaders twice = TestHeaders.of("Stripe-Signature", header).with("stripe-signature", header);

        assertThat(GATE.judge(twice, utf8(BODY), RECEIVED)).isInstanceOf(Gate.Forged.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-300, -299, 0, 299, 300})
    void withinTheReplayWindowARequestIsAdmitted(long distance) {
        assertThat(judge("t=" + (NOW + distance) + ",v1=" + hex(SECRET, NOW + distance, utf8(BODY)), utf8(BODY)))
                .isInstanceOf(Gate.Admitted.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-NOW, -86_400, -301, 301, 86_400, 9_000_000_000_000_000L})
    void outsideTheReplayWindowAnAuthenticRequestIsStale(long distance) {
        assertThat(judge("t=" + (NOW + distance) + ",v1=" + hex(SECRET, NOW + distance, utf8(BODY)), utf8(BODY)))
                .isInstanceOfSatisfying(
                        Gate.Stale.class, stale -> assertThat(stale.detail()).contains(Math.abs(distance) + " s"));
    }

    @Test
    void aStaleForgeryIsAForgery() {
        assertThat(judge("t=1,v1=" + "0".repeat(64), utf8(BODY))).isInstanceOf(Gate.Forged.class);
    }

    private static Gate.Verdict judge(String header, byte[] body) {
        return GATE.judge(TestHeaders.of("Stripe-Signature", header), body, RECEIVED);
    }

    private static String hex(String secret, byte[] body) {
        return hex(secret, NOW, body);
    }

    private static String hex(String secret, long timestamp, byte[] body) {
        return HexFormat.of().formatHex(Hmac.of(utf8(secret), utf8(timestamp + "."), body));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
