package io.auditvisa.source.standard;

import io.auditvisa.source.Hmac;
import io.auditvisa.source.RequestHeaders;
import io.auditvisa.source.SignatureScheme;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Standard Webhooks: {@code webhook-id}, {@code webhook-timestamp} and {@code webhook-signature} over the raw bytes, with
 * symmetric ({@code v1}) and Ed25519 ({@code v1a}) signatures. The signed {@code webhook-id} is the event id.
 */
public final class StandardSignatures implements SignatureScheme {

    private static final String ID = "webhook-id";
    private static final String TIMESTAMP = "webhook-timestamp";
    private static final String SIGNATURE = "webhook-signature";

    /** Sixteen digits are far beyond any clock and still within an Instant. */
    private static final Pattern UNIX_SECONDS = Pattern.compile("0|[1-9][0-9]{0,15}");

    /** A rotation needs a few; more would only cost time. */
    private static final int MAX_SIGNATURES = 16;

    private final StandardKeys keys;

    /**
     * Takes the active secrets.
     *
     * @throws io.auditvisa.config.ConfigurationProblem when one is malformed; {@code key} names the setting
     */
    public StandardSignatures(String key, List<String> secrets) {
        this.keys = StandardKeys.read(key, secrets);
    }

    @Override
    public Check check(RequestHeaders headers, byte[] body) {
        for (String name : List.of(ID, TIMESTAMP, SIGNATURE)) {
            if (headers.all(name).isEmpty()) {
                return Unsigned.missing(name);
            }
        }
        if (headers.all(ID).size() > 1 || headers.all(TIMESTAMP).size() > 1) {
            return Unsigned.invalid(ID + " and " + TIMESTAMP + " must each come once");
        }
        String id = headers.all(ID).get(0);
        String timestamp = headers.all(TIMESTAMP).get(0);
        if (!UNIX_SECONDS.matcher(timestamp).matches()) {
            return Unsigned.invalid(TIMESTAMP + " is not a unix time in seconds");
        }
        List<Candidate> candidates = candidates(String.join(" ", headers.all(SIGNATURE)));
        if (candidates.isEmpty() || candidates.size() > MAX_SIGNATURES) {
            return Unsigned.invalid(SIGNATURE + " must hold 1 to " + MAX_SIGNATURES
                    + " signatures of the form v1,<base64> or v1a,<base64>, separated by spaces");
        }
        String scheme = fittingScheme(candidates, id, timestamp, body);
        return scheme == null
                ? Unsigned.invalid("none of the " + keys.size() + " active secrets of this source fits a signature")
                : new Signed(Instant.ofEpochSecond(Long.parseLong(timestamp)), scheme, id);
    }

    private record Candidate(String scheme, byte[] signature) {}

    private static List<Candidate> candidates(String header) {
        List<Candidate> candidates = new ArrayList<>();
        for (String item : header.strip().split("\\s+")) {
            int comma = item.indexOf(',');
            String scheme = comma < 0 ? "" : item.substring(0, comma);
            if (scheme.equals("v1") || scheme.equals("v1a")) {
                try {
                    candidates.add(new Candidate(scheme, Base64.getDecoder().decode(item.substring(comma + 1))));
                } catch (IllegalArgumentException notBase64) {
                    // one unreadable signature does not spoil the others
                }
            }
        }
        return candidates;
    }

    private @Nullable String fittingScheme(List<Candidate> candidates, String id, String timestamp, byte[] body) {
        byte[] prefix = prefix(id, timestamp);
        List<byte[]> expected =
                keys.symmetric().stream().map(key -> Hmac.of(key, prefix, body)).toList();
        for (Candidate candidate : candidates) {
            boolean fits = switch (candidate.scheme()) {
                case "v1" -> expected.stream().anyMatch(code -> MessageDigest.isEqual(code, candidate.signature()));
                default ->
                    keys.asymmetric().stream().anyMatch(key -> isSignedBy(key, candidate.signature(), prefix, body));
            };
            if (fits) {
                return candidate.scheme();
            }
        }
        return null;
    }

    /** Header bytes as they came: HTTP hands them over as Latin-1. */
    private static byte[] prefix(String id, String timestamp) {
        return (id + "." + timestamp + ".").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean isSignedBy(PublicKey key, byte[] signature, byte[] prefix, byte[] body) {
        try {
            Signature verifier = Signature.getInstance(StandardKeys.ED25519);
            verifier.initVerify(key);
            verifier.update(prefix);
            verifier.update(body);
            return verifier.verify(signature);
        } catch (GeneralSecurityException malformed) {
            return false;
        }
    }

    @Override
    public Optional<Map<String, String>> sign(String eventId, byte[] body, Instant signedAt) {
        if (keys.symmetric().isEmpty()) {
            return Optional.empty();
        }
        String timestamp = Long.toString(signedAt.getEpochSecond());
        byte[] code = Hmac.of(keys.symmetric().get(0), prefix(eventId, timestamp), body);
        String signature = "v1," + Base64.getEncoder().encodeToString(code);
        return Optional.of(Map.of(ID, eventId, TIMESTAMP, timestamp, SIGNATURE, signature));
    }

    @Override
    public String signatureHeader() {
        return SIGNATURE;
    }
}
