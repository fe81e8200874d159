package io.auditvisa.certificate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with holes. Much less than a template engine, so that nothing but text and values decides about the bytes, in
 * this version of every library and the next. {@code {{name}}} is replaced as given: escaping is the caller's part.
 */
final class TextTemplate {

    private static final Pattern HOLE = Pattern.compile("\\{\\{([a-z_]+)}}");

    private final String text;

    private TextTemplate(String text) {
        this.text = text;
    }

    /** Reads a template from the class path, UTF-8. */
    static TextTemplate load(String resource) {
        try (InputStream stream = TextTemplate.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("no template " + resource);
            }
            return new TextTemplate(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** One pass: what a value holds is never read as a hole. */
    String fill(Map<String, String> values) {
        Matcher holes = HOLE.matcher(text);
        StringBuilder filled = new StringBuilder(text.length() * 2);
        while (holes.find()) {
            String value = values.get(holes.group(1));
            if (value == null) {
                throw new IllegalStateException("no value for " + holes.group());
            }
            holes.appendReplacement(filled, Matcher.quoteReplacement(value));
        }
        return holes.appendTail(filled).toString();
    }
}
