package io.auditvisa.delivery;

import io.auditvisa.event.Sha256;
import java.util.Locale;
import java.util.regex.Pattern;

/** The three files of every package; each name begins with the slug, so that a file always tells whose it is. */
public enum DeliveryFile {
    /** The certificate page. */
    HTML("text/html; charset=utf-8"),
    /** The package to take away. */
    ZIP("application/zip"),
    /** The exact signed statement. */
    JSON("application/json");

    private static final Pattern SLUG = Pattern.compile("[A-Za-z0-9_-]{16,64}");

    private final String mediaType;

    DeliveryFile(String mediaType) {
        this.mediaType = mediaType;
    }

    /** Whether a text can be a slug at all; nothing else ever becomes part of a path. */
    public static boolean isSlug(String text) {
        return SLUG.matcher(text).matches();
    }

    /** The file's name inside the package's folder. */
    public String nameFor(String slug) {
        return slug + "." + ending();
    }

    /** The ending of the file's name and URL. */
    public String ending() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The Content-Type it is served with. */
    public String mediaType() {
        return mediaType;
    }

    /** The hex SHA-256 that the delivery row holds for this file. */
    public String recordedSha256(Delivery delivery) {
        return switch (this) {
            case HTML -> delivery.htmlSha256;
            case ZIP -> delivery.zipSha256;
            case JSON -> Sha256.hex(delivery.runHash);
        };
    }
}
