package io.auditvisa.bench;

import java.util.ArrayList;
import java.util.List;

/** Bytes with places that are overwritten by tokens of the same length: a body or a stored value of any number of events. */
final class Template {

    private final byte[] sample;
    private final List<int[]> places = new ArrayList<>(); // offset, index of the token

    Template(byte[] sample, byte[][] tokens) {
        this.sample = sample;
        for (int token = 0; token < tokens.length; token++) {
            for (int at = find(sample, tokens[token], 0); at >= 0; at = find(sample, tokens[token], at + 1)) {
                places.add(new int[] {at, token});
            }
        }
    }

    byte[] fill(byte[][] tokens) {
        byte[] filled = sample.clone();
        for (int[] place : places) {
            byte[] token = tokens[place[1]];
            System.arraycopy(token, 0, filled, place[0], token.length);
        }
        return filled;
    }

    boolean isConstant() {
        return places.isEmpty();
    }

    /** The first place of {@code part} at or after {@code from}, or -1. */
    static int find(byte[] whole, byte[] part, int from) {
        return find(whole, whole.length, part, from);
    }

    static int find(byte[] whole, int length, byte[] part, int from) {
        for (int i = from; i <= length - part.length; i++) {
            int j = 0;
            while (j < part.length && whole[i + j] == part[j]) {
                j++;
            }
            if (j == part.length) {
                return i;
            }
        }
        return -1;
    }
}
