package io.auditvisa.certificate;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Writes a ZIP whose bytes depend on the files alone. Written by hand because the platform's writer fills in what its
 * version and the time zone suggest: here every entry is stored, dated 1980-02-01T00:00 (times at or before 1980-01-01
 * depend on the zone) and readable by all.
 */
final class CertificateZip {

    private static final short VERSION_NEEDED = 10;
    private static final short MADE_ON_UNIX = (3 << 8) | 20;
    private static final short UTF_8_NAMES = 1 << 11;
    private static final short STORED = 0;
    private static final short MIDNIGHT = 0;
    private static final short FIRST_OF_FEBRUARY_1980 = (0 << 9) | (2 << 5) | 1;
    private static final int REGULAR_FILE_0644 = 0100644 << 16;

    private final ByteArrayOutputStream files = new ByteArrayOutputStream();
    private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
    private short count;

    private CertificateZip() {}

    /** The ZIP of these files, in the map's order. */
    static byte[] of(Map<String, byte[]> files) {
        CertificateZip zip = new CertificateZip();
        files.forEach(zip::add);
        return zip.finish();
    }

    private void add(String name, byte[] content) {
        byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
        byte[] common = common(nameBytes, content);
        directory.writeBytes(
                littleEndian(6).putInt(0x02014b50).putShort(MADE_ON_UNIX).array());
        directory.writeBytes(common);
        // no comment, disk 0, no internal attributes; where the file begins
        directory.writeBytes(littleEndian(14)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) 0)
                .putInt(REGULAR_FILE_0644)
                .putInt(files.size())
                .array());
        directory.writeBytes(nameBytes);
        files.writeBytes(littleEndian(4).putInt(0x04034b50).array());
        files.writeBytes(common);
        files.writeBytes(nameBytes);
        files.writeBytes(content);
        count++;
    }

    /** What the local header and the directory's entry have in common. */
    private static byte[] common(byte[] name, byte[] content) {
        CRC32 checksum = new CRC32();
        checksum.update(content);
        return littleEndian(26)
                .putShort(VERSION_NEEDED)
                .putShort(UTF_8_NAMES)
                .putShort(STORED)
                .putShort(MIDNIGHT)
                .putShort(FIRST_OF_FEBRUARY_1980)
                .putInt((int) checksum.getValue())
                .putInt(content.length)
                .putInt(content.length)
                .putShort((short) name.length)
                .putShort((short) 0)
                .array();
    }

    private byte[] finish() {
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        zip.writeBytes(files.toByteArray());
        zip.writeBytes(directory.toByteArray());
        zip.writeBytes(littleEndian(22)
                .putInt(0x06054b50)
                .putInt(0)
                .putShort(count)
                .putShort(count)
                .putInt(directory.size())
                .putInt(files.size())
                .putShort((short) 0)
                .array());
        return zip.toByteArray();
    }

    private static ByteBuffer littleEndian(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
