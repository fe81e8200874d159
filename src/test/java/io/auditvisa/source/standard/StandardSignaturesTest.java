package io.auditvisa.source.standard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.standardwebhooks.Webhook;
import io.auditvisa.source.ConfiguredSources;
import io.auditvisa.source.Gate;
import io.auditvisa.source.SignatureScheme.Signed;
import io.auditvisa.source.SignatureScheme.Unsigned;
import io.auditvisa.source.TestHeaders;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard Webhooks, with the published library as oracle. */
class StandardSignaturesTest {

    private static final String SECRET = ConfiguredSources.STANDARD_SECRET;
    private static final long NOW = Instant.now().getEpochSecond();
    private static final String BODY = "{\"type\":\"message.sent\",\"data\":{\"text\":\"\u4f60\u597d \uD83D\uDE00\"}}";

    @Test
    void whatTheLibrarySignsIsAuthentic() throws Exception {
        String signature = new Webhook(SECRET).sign("msg_1", NOW, BODY);

        assertThat(judge(SECRET, headers("msg_1", NOW, signature), BODY))
                .isEqualTo(new Gate.Admitted(new Signed(Instant.ofEpochSecond(NOW), "v1", "msg_1")));
    }

    @Test
    void whatWeSignTheLibraryVerifies() throws Exception {
        Map<String, String> signed = ConfiguredSources.standard(Map.of())
                .gate()
                .scheme()
                .sign("msg_1", utf8(BODY), Instant.ofEpochSecond(NOW))
                .orElseThrow();

        Map<String, List<String>> headers = signed.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
        assertThatCode(() -> new Webhook(SECRET).verify(BODY, headers)).doesNotThrowAnyException();
    }

    @Test
    void severalSignaturesAndSecretsAreTried() throws Exception {
        String other = "whsec_" + Base64.getEncoder().encodeToString(utf8("another secret of some length"));
        String signature = new Webhook(other).sign("msg_1", NOW, BODY);

        for (String header : List.of(
                "v1,AAAA " + signature,
                signature + " v1,AAAA",
                "v1,*** v2,x " + signature,
                "v1a," + "A".repeat(86) + "== " + signature)) {
            assertThat(judge(SECRET + "," + other, headers("msg_1", NOW, header), BODY))
                    .as(header)
                    .isInstanceOf(Gate.Admitted.class);
        }
        assertThat(judge(
                        SECRET + "," + other,
                        headers("msg_1", NOW, "v1,AAAA").with("Webhook-Signature", signature),
                        BODY))
                .isInstanceOf(Gate.Admitted.class);
    }

    @Test
    void anEd25519SignatureIsVerifiedWithThePublicKey() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] encoded = pair.getPublic().getEncoded();
        String publicKey = "whpk_"
                + Base64.getEncoder().encodeToString(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
        Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(pair.getPrivate());
        signer.update(utf8("msg_1." + NOW + "." + BODY));
        String signature = "v1a," + Base64.getEncoder().encodeToString(signer.sign());

        assertThat(judge(publicKey, headers("msg_1", NOW, signature), BODY))
                .isEqualTo(new Gate.Admitted(new Signed(Instant.ofEpochSecond(NOW), "v1a", "msg_1")));
        assertThat(judge(SECRET + "," + publicKey, headers("msg_1", NOW, signature), BODY))
                .isInstanceOf(Gate.Admitted.class);
        assertThat(judge(publicKey, headers("msg_2", NOW, signature), BODY)).isInstanceOf(Gate.Forged.class);
        assertThat(judge(publicKey, headers("msg_1", NOW, signature), BODY + " "))
                .isInstanceOf(Gate.Forged.class);
        assertThat(judge(SECRET, headers("msg_1", NOW, signature), BODY)).isInstanceOf(Gate.Forged.class);
        assertThat(ConfiguredSources.standard(Map.of("secrets", publicKey))
                        .gate()
                        .scheme()
                        .sign("msg_1", utf8(BODY), Instant.ofEpochSecond(NOW)))
                .isEmpty();
    }

    @Test
    void nothingSignedCanBeChanged() throws Exception {
        String signature = new Webhook(SECRET).sign("msg_1", NOW, BODY);

        assertThat(judge(SECRET, headers("msg_2", NOW, signature), BODY)).isInstanceOf(Gate.Forged.class);
        assertThat(judge(SECRET, headers("msg_1", NOW + 1, signature), BODY)).isInstanceOf(Gate.Forged.class);
        assertThat(judge(SECRET, headers("msg_1", NOW, signature), BODY + "\n")).isInstanceOf(Gate.Forged.class);
        assertThat(judge(SECRET, headers("msg_1", NOW, signature).with("webhook-id", "msg_2"), BODY))
                .isInstanceOf(Gate.Forged.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"webhook-id", "webhook-timestamp", "webhook-signature"})
    void withoutOneOfTheHeadersTheSignatureIsMissing(String absent) {
        TestHeaders headers = TestHeaders.none();
        for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
            if (!name.equals(absent)) {
                headers.with(name, "1");
            }
        }

        assertThat(judge(SECRET, headers, BODY))
                .isEqualTo(
                        new Gate.Forged(new Unsigned("signature_missing", "the request has no " + absent + " header")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "NaN", "-1", "+1", "1.5", "01", "\u0661", "99999999999999999999"})
    void aTimestampThatIsNoUnixTimeIsInvalid(String timestamp) {
        TestHeaders headers = TestHeaders.of("webhook-id", "msg_1")
                .with("webhook-timestamp", timestamp)
                .with("webhook-signature", "v1,AAAA");

        assertThat(judge(SECRET, headers, BODY))
                .isInstanceOfSatisfying(
                        Gate.Forged.class,
                        forged -> assertThat(forged.reason().code()).isEqualTo("signature_invalid"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "v1", "v1,", "v1,***", "AAAA", "v2,AAAA", ",", "v1;AAAA", "v1a,AAAA", "v1,AAAA"})
    void aSignatureOfAnotherShapeIsInvalid(String signature) {
        assertThat(judge(SECRET, headers("msg_1", NOW, signature), BODY))
                .isInstanceOfSatisfying(
                        Gate.Forged.class,
                        forged -> assertThat(forged.reason().code()).isEqualTo("signature_invalid"));
    }

    @Test
    void moreSignaturesThanARotationNeedsAreInvalid() throws Exception {
        String signature = new Webhook(SECRET).sign("msg_1", NOW, BODY);

        assertThat(judge(SECRET, headers("msg_1", NOW, "v1,AAAA ".repeat(15) + signature), BODY))
                .isInstanceOf(Gate.Admitted.class);
        assertThat(judge(SECRET, headers("msg_1", NOW, "v1,AAAA ".repeat(16) + signature), BODY))
                .isInstanceOf(Gate.Forged.class);
    }

    @Test
    void anAuthenticRequestOutsideTheWindowIsStaleInBothDirections() throws Exception {
        for (long distance : List.of(-301L, 301L)) {
            String signature = new Webhook(SECRET).sign("msg_1", NOW + distance, BODY);

            assertThat(judge(SECRET, headers("msg_1", NOW + distance, signature), BODY))
                    .isInstanceOf(Gate.Stale.class);
        }
    }

    private static TestHeaders headers(String id, long timestamp, String signature) {
        return TestHeaders.of("webhook-id", id)
                .with("webhook-timestamp", Long.toString(timestamp))
                .with("webhook-signature", signature);
    }

    private static Gate.Verdict judge(String secrets, TestHeaders headers, String body) {
        return ConfiguredSources.standard(Map.of("secrets", secrets))
                .gate()
                .judge(headers, utf8(body), Instant.ofEpochSecond(NOW));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
