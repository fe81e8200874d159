package io.auditvisa.verify;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Reads a package as any receiver would, with the platform's reader rather than our own writer's knowledge. */
final class ZipContents {

    /** More than any package of ours, so that a foreign file cannot fill the memory. */
    private static final int MOST_BYTES = 8 << 20;

    private ZipContents() {}

    /** The entries by name, in order; throws when the bytes are no ZIP or hold too much. */
    static Map<String, byte[]> of(byte[] zip) throws IOException {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        int left = MOST_BYTES;
        try (ZipInputStream stream = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = stream.getNextEntry(); entry != null; entry = stream.getNextEntry()) {
                byte[] content = stream.readNBytes(left + 1);
                left -= content.length;
                if (left < 0 || contents.putIfAbsent(entry.getName(), content) != null) {
                    throw new IOException("not a package");
                }
            }
        }
        return contents;
    }
}
