package io.auditvisa.source.stripe;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import io.auditvisa.config.ConfigurationProblem;
import io.auditvisa.event.StrictJson;
import io.auditvisa.source.Hmac;
import io.auditvisa.source.RequestHeaders;
import io.auditvisa.source.SignatureScheme;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Stripe's webhook signatures, verified by stripe-java with every active secret and no tolerance: age is the gate's. */
public final class StripeSignatures implements SignatureScheme {

    private static final String HEADER = "Stripe-Signature";
    private static final Pattern SECRET = Pattern.compile("whsec_[!-~]+");

    private final List<String> secrets;

    /**
     * Takes the endpoint's signing secrets.
     *
     * @throws ConfigurationProblem when one is not of the form {@code whsec_…}; {@code key} names the setting
     */
    public StripeSignatures(String key, List<String> secrets) {
        for (String secret : secrets) {
            if (!SECRET.matcher(secret).matches()) {
                throw new ConfigurationProblem(
                        key + " holds a malformed secret: a Stripe endpoint's signing secret starts with"
                                + " whsec_ (API keys sk_…, pk_… and rk_… are something else)");
            }
        }
        this.secrets = List.copyOf(secrets);
    }

    @Override
    public Check check(RequestHeaders headers, byte[] body) {
        String value = headers.joined(HEADER, ",");
        if (value == null || value.isBlank()) {
            return Unsigned.missing(HEADER);
        }
        StripeSignatureHeader header = StripeSignatureHeader.parse(value);
        if (header == null) {
            return Unsigned.invalid(HEADER + " is not of the form t=<unix seconds>,v1=<64 hex digits>");
        }
        String text = StrictJson.decode(body);
        for (String secret : secrets) {
            boolean isRight = text == null || header.timestamp() == 0 || !hasAsciiDigits()
                    ? isSignedOverBytes(header, body, secret)
                    : isSigned(header, text, secret);
            if (isRight) {
                return new Signed(Instant.ofEpochSecond(header.timestamp()), Webhook.Signature.EXPECTED_SCHEME, null);
            }
        }
        return Unsigned.invalid(
                "none of the " + secrets.size() + " active secrets of this source fits the v1 signature");
    }

    private static boolean isSigned(StripeSignatureHeader header, String text, String secret) {
        try {
            return Webhook.Signature.verifyHeader(text, header.clean(), secret, 0);
        } catch (SignatureVerificationException notThisSecret) {
            return false;
        }
    }

    /** stripe-java writes the signed time in the digits of the platform's locale; Stripe signs ASCII ones. */
    private static boolean hasAsciiDigits() {
        return DecimalFormatSymbols.getInstance().getZeroDigit() == '0';
    }

    /**
     * What stripe-java cannot judge: it takes text, and refuses time 0. Whoever signs such bytes is authentic all the same
     * and must learn what is wrong with them.
     */
    private static boolean isSignedOverBytes(StripeSignatureHeader header, byte[] body, String secret) {
        byte[] expected = signature(secret, header.timestamp(), body);
        boolean fits = false;
        for (String candidate : header.signatures()) {
            fits |= MessageDigest.isEqual(expected, HexFormat.of().parseHex(candidate));
        }
        return fits;
    }

    private static byte[] signature(String secret, long timestamp, byte[] body) {
        byte[] prefix = (timestamp + ".").getBytes(StandardCharsets.US_ASCII);
        return Hmac.of(secret.getBytes(StandardCharsets.UTF_8), prefix, body);
    }

    @Override
    public Optional<Map<String, String>> sign(String eventId, byte[] body, Instant signedAt) {
        long timestamp = signedAt.getEpochSecond();
        String signature = HexFormat.of().formatHex(signature(secrets.get(0), timestamp, body));
        return Optional.of(Map.of(HEADER, "t=" + timestamp + ",v1=" + signature));
    }

    @Override
    public String signatureHeader() {
        return HEADER;
    }
}
