package io.auditvisa.certificate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.CanonicalJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The DSSE v1 envelope of a statement, as deterministic JSON.
 *
 * @param statement the payload
 * @param signature Ed25519 over {@link #preAuthenticationEncoding}
 * @param keyId RFC 7638 thumbprint of the signing key
 */
public record Envelope(byte[] statement, byte[] signature, String keyId) {

    /** Payload type of every in-toto statement. */
    public static final String PAYLOAD_TYPE = "application/vnd.in-toto+json";

    /** The bytes that are signed: {@code "DSSEv1" SP len(type) SP type SP len(body) SP body}. */
    public static byte[] preAuthenticationEncoding(byte[] statement) {
        String head = "DSSEv1 " + PAYLOAD_TYPE.length() + " " + PAYLOAD_TYPE + " " + statement.length + " ";
        ByteArrayOutputStream encoding = new ByteArrayOutputStream(head.length() + statement.length);
        encoding.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        encoding.writeBytes(statement);
        return encoding.toByteArray();
    }

    /** The file {@code envelope.dsse.json}. */
    public byte[] bytes() {
        Base64.Encoder base64 = Base64.getEncoder();
        ObjectNode envelope = CanonicalJson.object()
                .put("payload", base64.encodeToString(statement))
                .put("payloadType", PAYLOAD_TYPE);
        envelope.putArray("signatures").addObject().put("keyid", keyId).put("sig", base64.encodeToString(signature));
        return CanonicalJson.bytes(envelope);
    }
}
