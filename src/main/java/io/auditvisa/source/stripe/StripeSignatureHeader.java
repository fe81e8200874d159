package io.auditvisa.source.stripe;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The shape of {@code Stripe-Signature}: {@code t=<unix seconds>,v1=<hex>[,v1=<hex>…]}; other schemes are ignored.
 * stripe-java takes the first {@code t} of several and throws on {@code t=NaN}, so the shape is checked before it sees one.
 *
 * @param timestamp the signed unix time
 * @param signatures candidates of scheme {@code v1}, at least one
 */
record StripeSignatureHeader(long timestamp, List<String> signatures) {

    /** Sixteen digits are far beyond any clock and still within an Instant. */
    private static final Pattern TIMESTAMP = Pattern.compile("0|[1-9][0-9]{0,15}");

    private static final Pattern SIGNATURE = Pattern.compile("[0-9a-f]{64}");

    /** The parsed header; null when its shape is wrong. */
    static @Nullable StripeSignatureHeader parse(String header) {
        String timestamp = null;
        List<String> signatures = new ArrayList<>();
        for (String item : header.split(",", -1)) {
            int equals = item.indexOf('=');
            if (equals < 0) {
                return null;
            }
            String value = item.substring(equals + 1).strip();
            switch (item.substring(0, equals).strip()) {
                case "t" -> {
                    if (timestamp != null || !TIMESTAMP.matcher(value).matches()) {
                        return null;
                    }
                    timestamp = value;
                }
                case "v1" -> {
                    if (SIGNATURE.matcher(value).matches()) {
                        signatures.add(value);
                    }
                }
                default -> {}
            }
        }
        return timestamp == null || signatures.isEmpty()
                ? null
                : new StripeSignatureHeader(Long.parseLong(timestamp), List.copyOf(signatures));
    }

    /** The header in the one form that stripe-java reads as we do. */
    String clean() {
        return "t=" + timestamp + ",v1=" + String.join(",v1=", signatures);
    }
}
