package io.auditvisa.certificate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with holes. Much less than a template engine, so that nothing but text and values decides about the bytes, in
 * this version of every library and the next. {@code {{name}}} is replaced as given: escaping is the caller's part.
 */
final class TextTemplate {

    private static final Pattern HOLE = Pattern.compile("\\{\\{([a-z_]+)}}");
    private static final int FILLED_LENGTH = 1 << 15;

    /** Text and names of holes in turn, text first and last. */
    private final List<String> parts = new ArrayList<>();

    private TextTemplate(String text) {
        Matcher holes = HOLE.matcher(text);
        int begin = 0;
        while (holes.find()) {
            parts.add(text.substring(begin, holes.start()));
            parts.add(holes.group(1));
            begin = holes.end();
        }
        parts.add(text.substring(begin));
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
        StringBuilder filled = new StringBuilder(FILLED_LENGTH);
        for (int i = 0; i < parts.size(); i++) {
            boolean isHole = i % 2 == 1;
            String part = isHole ? values.get(parts.get(i)) : parts.get(i);
            if (part == null) {
                throw new IllegalStateException("no value for " + parts.get(i));
            }
            filled.append(part);
        }
        return filled.toString();
    }
}
