package io.auditvisa.event;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the one JSON object of a request body and refuses everything that two parsers could understand differently
 * ({@code payload_invalid} of contract.md): malformed UTF-8, a byte order mark, duplicate members, {@code \u0000}, unpaired
 * surrogates, more than {@value #MAX_DEPTH} levels, anything before or after the object. Numbers keep their value: one that
 * a double cannot give back stays literal.
 */
public final class StrictJson {

    /** Objects and arrays inside each other. */
    public static final int MAX_DEPTH = 100;

    /** 2^53: up to here every integer is a double. */
    private static final long LARGEST_EXACT = 1L << 53;

    private static final int DIGITS_OF_LARGEST_EXACT = 17;

    /** Longer numbers are not compared with their double, which would cost quadratic time; they stay literal. */
    private static final int LONGEST_COMPARED = 400;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH + 1)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private StrictJson() {}

    /** How reading ended. */
    public sealed interface Result {}

    /** The body is one JSON object. */
    public record Parsed(ObjectNode root) implements Result {}

    /** The body is refused; the reason never quotes it. */
    public record Refused(String reason) implements Result {}

    /** Reads a whole body. */
    public static Result parse(byte[] body) {
        String text = decode(body);
        if (text == null) {
            return new Refused("the body is not well-formed UTF-8");
        }
        if (text.startsWith("\uFEFF")) {
            return new Refused("the body starts with a byte order mark");
        }
        try (JsonParser parser = FACTORY.createParser(text)) {
            return parseDocument(parser);
        } catch (JsonProcessingException malformed) {
            return new Refused("the body is not well-formed JSON " + position(malformed));
        } catch (IOException impossible) {
            throw new IllegalStateException("a string cannot fail to be read", impossible);
        }
    }

    /** The text of UTF-8 bytes; null when they are malformed. Never replaces a byte. */
    public static @Nullable String decode(byte[] body) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
        } catch (CharacterCodingException malformed) {
            return null;
        }
    }

    private static Result parseDocument(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return new Refused("the body is not a JSON object");
        }
        try {
            ObjectNode root = object(parser, 1);
            return parser.nextToken() == null ? new Parsed(root) : new Refused("something follows the JSON object");
        } catch (Unacceptable refused) {
            return new Refused(refused.reason);
        }
    }

    private static ObjectNode object(JsonParser parser, int depth) throws IOException, Unacceptable {
        requireDepth(depth);
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = clean(parser.currentName());
            if (object.has(name)) {
                throw new Unacceptable("an object of the body has a member twice");
            }
            object.set(name, value(parser, parser.nextToken(), depth));
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser, int depth) throws IOException, Unacceptable {
        requireDepth(depth);
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(value(parser, token, depth));
        }
        return array;
    }

    private static JsonNode value(JsonParser parser, JsonToken token, int depth) throws IOException, Unacceptable {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (token) {
            case START_OBJECT -> object(parser, depth + 1);
            case START_ARRAY -> array(parser, depth + 1);
            case VALUE_STRING -> nodes.textNode(clean(parser.getText()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText(), token);
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            case VALUE_NULL -> nodes.nullNode();
            case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("a parser gives no " + token + " here");
        };
    }

    private static JsonNode number(String text, JsonToken token) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (token == JsonToken.VALUE_NUMBER_INT && text.length() <= DIGITS_OF_LARGEST_EXACT) {
            long value = Long.parseLong(text);
            if (Math.abs(value) <= LARGEST_EXACT) {
                return nodes.numberNode(value);
            }
        }
        if (text.length() <= LONGEST_COMPARED) {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value) && isSameValue(text, value)) {
                return nodes.numberNode(value);
            }
        }
        return nodes.pojoNode(new LiteralNumber(text));
    }

    private static boolean isSameValue(String text, double value) {
        try {
            return new BigDecimal(text).compareTo(new BigDecimal(Double.toString(value))) == 0;
        } catch (NumberFormatException exponentTooLarge) {
            return false;
        }
    }

    private static void requireDepth(int depth) throws Unacceptable {
        if (depth > MAX_DEPTH) {
            throw new Unacceptable("the body is nested deeper than " + MAX_DEPTH);
        }
    }

    private static String clean(String text) throws Unacceptable {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                throw new Unacceptable("a string of the body holds \\u0000");
            }
            if (Character.isSurrogate(c)) {
                boolean paired = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!paired) {
                    throw new Unacceptable("a string of the body holds an unpaired surrogate");
                }
                i++;
            }
        }
        return text;
    }

    private static String position(JsonProcessingException malformed) {
        return malformed.getLocation() == null
                ? ""
                : "at line " + malformed.getLocation().getLineNr() + ", column "
                        + malformed.getLocation().getColumnNr();
    }

    /** Leaves the recursion; never leaves this class. */
    private static final class Unacceptable extends Exception {

        private static final long serialVersionUID = 1L;

        private final String reason;

        private Unacceptable(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }
    }
}
