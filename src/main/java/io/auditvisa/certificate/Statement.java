package io.auditvisa.certificate;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.CanonicalJson;
import io.auditvisa.event.Sha256;
import java.io.IOException;
import java.time.DateTimeException;

/**
 * The signed statement: in-toto Statement v1 in RFC 8785 bytes. Its subject is the certificate page, its predicate is
 * what the page says.
 *
 * @param predicate what is stated
 * @param htmlSha256 hex SHA-256 of {@code certificate.html}
 */
public record Statement(Predicate predicate, String htmlSha256) {

    /** {@code _type} of every in-toto Statement v1. */
    public static final String TYPE = "https://in-toto.io/Statement/v1";

    /** Says what kind of predicate this is; fixed (contract.md). */
    public static final String PREDICATE_TYPE = "https://auditvisa.io/attestations/event-certificate/v1";

    /** Name of the subject, which is also its file name in the ZIP. */
    public static final String SUBJECT = "certificate.html";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** The canonical bytes; the run hash is their SHA-256. */
    public byte[] bytes() {
        ObjectNode statement = CanonicalJson.object().put("_type", TYPE).put("predicateType", PREDICATE_TYPE);
        ObjectNode subject = statement.putArray("subject").addObject().put("name", SUBJECT);
        subject.putObject("digest").put("sha256", htmlSha256);
        statement.set("predicate", predicate.toJson());
        return CanonicalJson.bytes(statement);
    }

    /** The run hash of a statement's bytes. */
    public static byte[] runHash(byte[] statement) {
        return Sha256.of(statement);
    }

    /** Reads canonical bytes; throws IllegalArgumentException when they are no statement of ours. */
    public static Statement parse(byte[] bytes) {
        try {
            JsonNode json = JSON.readTree(bytes);
            JsonNode digest = json.path("subject").path(0).path("digest").path("sha256");
            if (!digest.isTextual()) {
                throw new IllegalArgumentException("no statement: no subject");
            }
            return new Statement(Predicate.ofJson(json.path("predicate")), digest.textValue());
        } catch (IOException | DateTimeException unreadable) {
            throw new IllegalArgumentException("no statement", unreadable);
        }
    }
}
