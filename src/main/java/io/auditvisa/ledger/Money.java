package io.auditvisa.ledger;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import java.util.Optional;

/**
 * An amount of money: integer minor units and an ISO 4217 code; never a float.
 *
 * @param amountMinor minor units of the currency: cents for {@code usd}, whole yen for {@code jpy}, fils for {@code kwd}
 * @param currency ISO 4217, lower case
 */
public record Money(long amountMinor, String currency) {

    /** Largest amount of one movement: every JSON reader holds it exactly (2^53 − 1). */
    public static final long LARGEST_MINOR = (1L << 53) - 1;

    /** The stored form of a currency code in any case; empty when ISO 4217 has no such currency or it has no minor unit. */
    public static Optional<String> currencyOf(String code) {
        if (code.length() != 3) {
            return Optional.empty();
        }
        try {
            Currency known = Currency.getInstance(code.toUpperCase(Locale.ROOT));
            return known.getDefaultFractionDigits() < 0
                    ? Optional.empty()
                    : Optional.of(known.getCurrencyCode().toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    /** Whether an amount is one that a debit or a credit may move. */
    public static boolean isMovable(long amountMinor) {
        return amountMinor >= 1 && amountMinor <= LARGEST_MINOR;
    }

    /** Decimals of the currency: 2 for most, 0 for {@code jpy}, 3 for {@code kwd}. */
    public int exponent() {
        return Currency.getInstance(currency.toUpperCase(Locale.ROOT)).getDefaultFractionDigits();
    }

    /** The amount as people write it: {@code 12.34 USD}, {@code 1234 JPY}, {@code 1.234 KWD}. */
    public String toText() {
        return BigDecimal.valueOf(amountMinor, exponent()).toPlainString() + " " + currency.toUpperCase(Locale.ROOT);
    }
}
