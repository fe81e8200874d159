package io.auditvisa.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.erdtman.jcs.NumberToJSON;

/**
 * The one byte form of a JSON value (RFC 8785): members sorted by UTF-16 code units, shortest escapes, numbers as
 * ECMAScript writes them. Integers beyond 2^53 have no such form; they keep their literal digits (contract.md), as does every
 * number that {@link StrictJson} found no exact double for.
 */
public final class CanonicalJson {

    private static final long LARGEST_EXACT = 1L << 53;

    private CanonicalJson() {}

    /** An empty object to fill. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** The canonical bytes, UTF-8. */
    public static byte[] bytes(JsonNode value) {
        StringBuilder out = new StringBuilder(512);
        append(out, value);
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void append(StringBuilder out, JsonNode value) {
        switch (value.getNodeType()) {
            case OBJECT -> appendObject(out, value);
            case ARRAY -> appendArray(out, value);
            case STRING -> appendString(out, value.textValue());
            case NUMBER -> appendNumber(out, value);
            case BOOLEAN -> out.append(value.booleanValue());
            case NULL -> out.append("null");
            case POJO -> appendLiteral(out, value);
            case BINARY, MISSING -> throw new IllegalArgumentException("no JSON value: " + value.getNodeType());
        }
    }

    private static void appendObject(StringBuilder out, JsonNode object) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        object.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
        out.append('{');
        String separator = "";
        for (Map.Entry<String, JsonNode> member : sorted.entrySet()) {
            out.append(separator);
            appendString(out, member.getKey());
            out.append(':');
            append(out, member.getValue());
            separator = ",";
        }
        out.append('}');
    }

    private static void appendArray(StringBuilder out, JsonNode array) {
        out.append('[');
        for (Iterator<JsonNode> items = array.elements(); items.hasNext(); ) {
            append(out, items.next());
            if (items.hasNext()) {
                out.append(',');
            }
        }
        out.append(']');
    }

    private static void appendLiteral(StringBuilder out, JsonNode value) {
        if (!(value instanceof POJONode node) || !(node.getPojo() instanceof LiteralNumber number)) {
            throw new IllegalArgumentException("no JSON value: " + value.getClass());
        }
        out.append(number.text());
    }

    private static void appendNumber(StringBuilder out, JsonNode number) {
        if (number.isIntegralNumber()) {
            boolean exact = number.canConvertToLong() && Math.abs(number.longValue()) <= LARGEST_EXACT;
            out.append(exact ? Long.toString(number.longValue()) : number.asText());
            return;
        }
        double value = number.doubleValue();
        if (Double.isInfinite(value)) {
            out.append(number.asText());
            return;
        }
        try {
            out.append(NumberToJSON.serializeNumber(value));
        } catch (IOException notANumber) {
            throw new IllegalArgumentException("no JSON number: " + number.asText(), notANumber);
        }
    }

    private static void appendString(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
