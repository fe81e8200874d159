package io.auditvisa.config;

import java.util.Collection;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Guesses what a misspelt key was meant to be. */
final class Nearest {

    private Nearest() {}

    /** The candidate that takes the fewest edits; null when even that one is something else altogether. */
    static @Nullable String to(String text, Collection<String> candidates) {
        return candidates.stream()
                .min(Comparator.comparingInt(candidate -> edits(text, candidate)))
                .filter(candidate -> edits(text, candidate) <= Math.max(2, text.length() / 4))
                .orElse(null);
    }

    /** Levenshtein's distance. */
    static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
