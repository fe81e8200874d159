package io.auditvisa.certificate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.CanonicalJson;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a certificate says; the whole of what its page is made of (GO-3). No e-mail address, only its fingerprint.
 *
 * @param spec name of the rules the event was processed by
 * @param eventId the provider's event id
 * @param ref the internal reference (AV-2.3)
 * @param sid checkout session id
 * @param source configured name of the source
 * @param type the provider's event type
 * @param target what the certificate is issued for
 * @param product name of what was bought
 * @param priceId the provider's price id
 * @param amountMinor integer in minor units of {@code currency}
 * @param currency ISO 4217, lower case
 * @param emailSha256 hex SHA-256 of the buyer's lower-cased address
 * @param payloadHash hex SHA-256 of the raw bytes of the first accepted arrival (AV-4.2)
 * @param livemode false: the certificate is marked TEST
 * @param issuedAt pinned by the claim; microseconds
 * @param issuer who issues it
 * @param keyId RFC 7638 thumbprint of the signing key
 * @param verifyUrl address of the verification page
 */
@RegisterForReflection
public record Predicate(
        String spec,
        String eventId,
        String ref,
        @Nullable String sid,
        String source,
        String type,
        @Nullable String target,
        @Nullable String product,
        @Nullable String priceId,
        @Nullable Long amountMinor,
        @Nullable String currency,
        @Nullable String emailSha256,
        String payloadHash,
        @Nullable Boolean livemode,
        Instant issuedAt,
        String issuer,
        String keyId,
        String verifyUrl) {

    /** The rules that events are processed by today. */
    public static final String SPEC = "AuditVisa Idempotent Processing Specification v1.0";

    public Predicate {
        // what the database keeps of a time
        issuedAt = issuedAt.truncatedTo(ChronoUnit.MICROS);
    }

    /** Whether the certificate is marked TEST. */
    @JsonIgnore
    public boolean isTest() {
        return Boolean.FALSE.equals(livemode);
    }

    /** The JSON form; what is absent is a null member, so that the shape is always the same. */
    ObjectNode toJson() {
        return CanonicalJson.object()
                .put("spec", spec)
                .put("event_id", eventId)
                .put("ref", ref)
                .put("sid", sid)
                .put("source", source)
                .put("type", type)
                .put("target", target)
                .put("product", product)
                .put("price_id", priceId)
                .put("amount_minor", amountMinor)
                .put("currency", currency)
                .put("email_sha256", emailSha256)
                .put("payload_hash", payloadHash)
                .put("livemode", livemode)
                .put("issued_at", issuedAt.toString())
                .put("issuer", issuer)
                .put("key_id", keyId)
                .put("verify_url", verifyUrl);
    }

    /** Reads the JSON form; throws IllegalArgumentException or DateTimeException when a member that must be there is not. */
    static Predicate ofJson(JsonNode json) {
        JsonNode amount = json.path("amount_minor");
        JsonNode livemode = json.path("livemode");
        return new Predicate(
                required(json, "spec"),
                required(json, "event_id"),
                required(json, "ref"),
                json.path("sid").textValue(),
                required(json, "source"),
                required(json, "type"),
                json.path("target").textValue(),
                json.path("product").textValue(),
                json.path("price_id").textValue(),
                amount.canConvertToLong() ? (Long) amount.longValue() : null,
                json.path("currency").textValue(),
                json.path("email_sha256").textValue(),
                required(json, "payload_hash"),
                livemode.isBoolean() ? (Boolean) livemode.booleanValue() : null,
                Instant.parse(required(json, "issued_at")),
                required(json, "issuer"),
                required(json, "key_id"),
                required(json, "verify_url"));
    }

    private static String required(JsonNode json, String member) {
        String text = json.path(member).textValue();
        if (text == null) {
            throw new IllegalArgumentException("no predicate: " + member + " is missing");
        }
        return text;
    }
}
