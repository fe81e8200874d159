package io.auditvisa.event;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 as bytes and as the lower-case hex that every JSON of ours shows. */
public final class Sha256 {

    /** Length of a digest in bytes. */
    public static final int LENGTH = 32;

    private Sha256() {}

    /** The digest of the parts, one after the other. */
    public static byte[] of(byte[]... parts) {
        MessageDigest digest = newDigest();
        for (byte[] part : parts) {
            digest.update(part);
        }
        return digest.digest();
    }

    /** The digest of a text's UTF-8 bytes, in hex. */
    public static String hexOf(String text) {
        return hex(of(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** The digest of bytes, in hex. */
    public static String hexOf(byte[] bytes) {
        return hex(of(bytes));
    }

    /** Lower-case hex. */
    public static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
