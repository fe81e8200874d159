package io.auditvisa.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.auditvisa.event.Failure;
import java.util.Currency;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An amount and its currency as content names them.
 *
 * @param amountMinor minor units; null when absent or no amount
 * @param currency ISO 4217 in lower case; null when absent or no currency
 * @param refusal what is wrong with what is there; null when nothing is. Absence is judged by the caller
 */
public record Price(
        @Nullable Long amountMinor,
        @Nullable String currency,
        @Nullable Failure refusal) {

    /** 2^53 − 1: the largest integer that every JSON reader keeps. */
    public static final long MAX_AMOUNT = (1L << 53) - 1;

    /** Code of a wrong amount. */
    public static final String AMOUNT_INVALID = "amount_invalid";

    /** Code of a wrong currency. */
    public static final String CURRENCY_INVALID = "currency_invalid";

    /** Reads both members: the amount must be a JSON integer 0…2^53−1 and has a currency. */
    public static Price read(JsonNode object, String amountName, String currencyName) {
        JsonNode amount = object.path(amountName);
        JsonNode currency = object.path(currencyName);
        Long amountMinor = isAmount(amount) ? (Long) amount.longValue() : null;
        String code = currency.isTextual() ? currencyCode(currency.textValue()) : null;
        Failure refusal = null;
        if (object.hasNonNull(amountName) && amountMinor == null) {
            refusal = new Failure(AMOUNT_INVALID, amountName + " is no integer from 0 to " + MAX_AMOUNT);
        } else if (code == null && (amountMinor != null || object.hasNonNull(currencyName))) {
            refusal = new Failure(CURRENCY_INVALID, currencyName + " is no ISO 4217 code");
        }
        return new Price(amountMinor, code, refusal);
    }

    private static boolean isAmount(JsonNode amount) {
        return amount.isIntegralNumber() && amount.longValue() >= 0 && amount.longValue() <= MAX_AMOUNT;
    }

    /** The lower-case code of a currency that money exists in; null for anything else ({@code XXX} has no minor unit). */
    private static @Nullable String currencyCode(String text) {
        if (text.length() != 3) {
            return null;
        }
        try {
            Currency currency = Currency.getInstance(text.toUpperCase(Locale.ROOT));
            return currency.getDefaultFractionDigits() < 0
                    ? null
                    : currency.getCurrencyCode().toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException unknown) {
            return null;
        }
    }
}
