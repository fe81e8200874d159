package io.auditvisa.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;

/** AV-13.2: the in-toto statement and its DSSE envelope. */
class StatementTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void theBytesAreTheCanonicalForm() throws IOException {
        byte[] bytes = new Statement(Sample.full(), "ab".repeat(32)).bytes();

        assertThat(bytes).isEqualTo(new JsonCanonicalizer(bytes).getEncodedUTF8());
    }

    @Test
    void everyMemberOfThePredicateIsThereAndNothingElse() throws IOException {
        JsonNode statement = JSON.readTree(new Statement(Sample.bare(), "ab".repeat(32)).bytes());

        assertThat(statement.path("_type").textValue()).isEqualTo("https://in-toto.io/Statement/v1");
        assertThat(statement.path("predicateType").textValue()).isEqualTo(Statement.PREDICATE_TYPE);
        assertThat(statement.path("subject"))
                .isEqualTo(JSON.readTree(
                        "[{\"name\":\"certificate.html\",\"digest\":{\"sha256\":\"" + "ab".repeat(32) + "\"}}]"));
        assertThat(statement.path("predicate").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "spec",
                        "event_id",
                        "ref",
                        "sid",
                        "source",
                        "type",
                        "target",
                        "product",
                        "price_id",
                        "amount_minor",
                        "currency",
                        "email_sha256",
                        "payload_hash",
                        "livemode",
                        "issued_at",
                        "issuer",
                        "key_id",
                        "verify_url");
        assertThat(statement.path("predicate").path("sid").isNull()).isTrue();
        assertThat(statement.path("predicate").path("amount_minor").isNull()).isTrue();
        assertThat(statement.path("predicate").path("issued_at").textValue()).isEqualTo("2026-12-31T23:59:59Z");
    }

    @Test
    void whatWasStatedIsReadBackUnchanged() {
        for (Predicate predicate : new Predicate[] {Sample.full(), Sample.bare(), Sample.of("路径", 0L, "jpy", false)}) {
            Statement statement = new Statement(predicate, "ab".repeat(32));

            assertThat(Statement.parse(statement.bytes())).isEqualTo(statement);
        }
    }

    @Test
    void otherBytesAreNoStatement() {
        for (String text : new String[] {
            "", "{", "{}", "[]", "null", "{\"subject\":[{\"digest\":{\"sha256\":\"x\"}}],\"predicate\":{}}"
        }) {
            assertThatThrownBy(() -> Statement.parse(text.getBytes(StandardCharsets.UTF_8)))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theSignedBytesAreThePreAuthenticationEncoding() {
        byte[] body = "wörld".getBytes(StandardCharsets.UTF_8);

        assertThat(new String(Envelope.preAuthenticationEncoding(body), StandardCharsets.UTF_8))
                .isEqualTo("DSSEv1 28 application/vnd.in-toto+json 6 wörld");
    }

    @Test
    void theEnvelopeHoldsStatementAndSignature() throws IOException {
        JsonNode envelope = JSON.readTree(new Envelope(new byte[] {1, 2}, new byte[64], "the-key").bytes());

        assertThat(envelope.path("payloadType").textValue()).isEqualTo("application/vnd.in-toto+json");
        assertThat(Base64.getDecoder().decode(envelope.path("payload").textValue()))
                .containsExactly(1, 2);
        assertThat(envelope.path("signatures")).hasSize(1);
        assertThat(envelope.path("signatures").path(0).path("keyid").textValue())
                .isEqualTo("the-key");
        assertThat(Base64.getDecoder()
                        .decode(envelope.path("signatures").path(0).path("sig").textValue()))
                .hasSize(64);
    }
}
