package io.auditvisa.certificate;

import java.util.Locale;
import java.util.Set;

/**
 * An amount as people read it. The table of decimals is our own and frozen: the platform's changes with its version, and
 * a published page must not.
 *
 * @param minor integer in minor units
 * @param currency ISO 4217, any case
 */
record CurrencyAmount(long minor, String currency) {

    /** As Stripe counts them: ISK and UGX, which have no decimals in ISO 4217 either, come in hundredths there. */
    private static final Set<String> NO_DECIMALS = Set.of(
            "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF");

    private static final Set<String> THREE_DECIMALS = Set.of("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND");

    /** For example {@code USD 1,234.50}, {@code JPY 500}, {@code KWD 5.120}. */
    String text() {
        String code = currency.toUpperCase(Locale.ROOT);
        int decimals = NO_DECIMALS.contains(code) ? 0 : THREE_DECIMALS.contains(code) ? 3 : 2;
        String digits = Long.toString(Math.abs(minor));
        String padded = "0".repeat(Math.max(0, decimals + 1 - digits.length())) + digits;
        String whole = grouped(padded.substring(0, padded.length() - decimals));
        String fraction = decimals == 0 ? "" : "." + padded.substring(padded.length() - decimals);
        return code + " " + (minor < 0 ? "-" : "") + whole + fraction;
    }

    private static String grouped(String digits) {
        StringBuilder out = new StringBuilder(digits);
        for (int i = digits.length() - 3; i > 0; i -= 3) {
            out.insert(i, ',');
        }
        return out.toString();
    }
}
