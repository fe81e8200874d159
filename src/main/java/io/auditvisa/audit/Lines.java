package io.auditvisa.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The lines of a stream as bytes, each of limited length, so that a body of any size needs little memory. */
final class Lines {

    private static final int LONGEST = 1 << 20;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final InputStream in;
    private long number;

    Lines(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /** Number of the line read last, from 1. */
    long number() {
        return number;
    }

    /** The next line without its end; null after the last one. */
    byte @Nullable [] next() throws IOException, ImportLine.Unusable {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        int next = in.read();
        if (next < 0) {
            return null;
        }
        number++;
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() == LONGEST) {
                throw new ImportLine.Unusable("the line is longer than " + LONGEST + " bytes");
            }
            line.write(next);
        }
        return trimmed(line.toByteArray());
    }

    /** Without a byte order mark at the very beginning, a carriage return at the end, and all of a blank line. */
    private byte[] trimmed(byte[] line) {
        int start = number == 1 && Arrays.mismatch(line, BYTE_ORDER_MARK) == BYTE_ORDER_MARK.length
                ? BYTE_ORDER_MARK.length
                : 0;
        int end = line.length;
        while (end > start && line[end - 1] <= ' ' && line[end - 1] >= 0) {
            end--;
        }
        return Arrays.copyOfRange(line, start, end);
    }
}
