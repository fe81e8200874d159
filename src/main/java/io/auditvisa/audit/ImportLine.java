package io.auditvisa.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventStatus;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of an import, checked: links and hashes as given. Members beyond those of contract.md are optional.
 *
 * @param runHash null for an event whose result is no certificate
 */
record ImportLine(
        EventKey key,
        String type,
        @Nullable Boolean livemode,
        @Nullable String sid,
        @Nullable String htmlUrl,
        @Nullable String zipUrl,
        byte @Nullable [] runHash,
        byte[] payloadHash,
        byte[] contentHash,
        Instant createdAt,
        Instant updatedAt,
        Instant firstProcessedAt,
        List<String> facts) {

    private static final String UNKNOWN_TYPE = "imported";
    private static final Pattern SOURCE = Pattern.compile("[a-z][a-z0-9-]{0,62}");
    private static final Pattern HASH = Pattern.compile("([0-9a-fA-F]{2}){1,64}");
    private static final int LONGEST_TEXT = 2000;
    private static final int LONGEST_FACT = 500;

    /** Why a line is refused; one sentence that names the member. */
    static final class Unusable extends Exception {

        private static final long serialVersionUID = 1L;

        Unusable(String reason) {
            super(reason, null, false, false);
        }
    }

    static ImportLine of(ObjectNode line, String defaultSource) throws Unusable {
        EventKey key = key(line, defaultSource);
        String ref = text(line, "ref");
        if (ref != null && !ref.equals(key.ref())) {
            throw new Unusable("ref is not " + key.ref());
        }
        if (!EventStatus.PROCESSED.wireName().equals(text(line, "status"))) {
            throw new Unusable("status is not processed");
        }
        String type = text(line, "type");
        byte[] payloadHash = required("payload_hash", hash(line, "payload_hash"));
        byte[] contentHash = hash(line, "content_hash");
        Instant updatedAt = required("updated_at", time(line, "updated_at"));
        Instant processedAt = time(line, "first_processed_at");
        return new ImportLine(
                key,
                type == null ? UNKNOWN_TYPE : type,
                line.path("livemode").isBoolean() ? line.path("livemode").booleanValue() : null,
                text(line, "sid"),
                link(line, "html_url"),
                link(line, "zip_url"),
                hash(line, "run_hash"),
                payloadHash,
                contentHash == null ? payloadHash : contentHash,
                required("created_at", time(line, "created_at")),
                updatedAt,
                processedAt == null ? updatedAt : processedAt,
                facts(line, text(line, "sid")));
    }

    private static EventKey key(ObjectNode line, String defaultSource) throws Unusable {
        String source = text(line, "source");
        String eventId = required("event_id", text(line, "event_id"));
        if (!isSource(source == null ? defaultSource : source)) {
            throw new Unusable("source is no name of a source");
        }
        if (!EventKey.isValidEventId(eventId)) {
            throw new Unusable("event_id is not 1 to 255 characters of A-Z a-z 0-9 _ . : -");
        }
        return new EventKey(source == null ? defaultSource : source, eventId);
    }

    static boolean isSource(String name) {
        return SOURCE.matcher(name).matches();
    }

    private static <T> T required(String member, @Nullable T value) throws Unusable {
        if (value == null) {
            throw new Unusable(member + " is missing");
        }
        return value;
    }

    private static @Nullable String text(ObjectNode line, String member) throws Unusable {
        JsonNode value = line.path(member);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isTextual() || value.textValue().length() > LONGEST_TEXT) {
            throw new Unusable(member + " is no text of at most " + LONGEST_TEXT + " characters");
        }
        return value.textValue();
    }

    /** The links are shown to people, so they may only lead to the web. */
    private static @Nullable String link(ObjectNode line, String member) throws Unusable {
        String link = text(line, member);
        if (link == null) {
            return null;
        }
        try {
            String scheme = URI.create(link).getScheme();
            if ("https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme)) {
                return link;
            }
        } catch (IllegalArgumentException noAddress) {
            // refused below, like any other scheme
        }
        throw new Unusable(member + " is no http or https address");
    }

    private static byte @Nullable [] hash(ObjectNode line, String member) throws Unusable {
        String hex = text(line, member);
        if (hex != null && !HASH.matcher(hex).matches()) {
            throw new Unusable(member + " is not hexadecimal");
        }
        return hex == null ? null : HexFormat.of().parseHex(hex);
    }

    private static @Nullable Instant time(ObjectNode line, String member) throws Unusable {
        String text = text(line, member);
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS);
        } catch (DateTimeException noTime) {
            throw new Unusable(member + " is not a time like 2026-03-01T09:49:14Z");
        }
    }

    /** A line from elsewhere does not name them: its certificate is that of its session, which is the fact. */
    private static List<String> facts(ObjectNode line, @Nullable String sid) throws Unusable {
        if (!line.has("facts")) {
            boolean certified = line.hasNonNull("run_hash") || line.hasNonNull("html_url");
            return sid != null && certified && sid.length() <= LONGEST_FACT ? List.of(sid) : List.of();
        }
        List<String> facts = new ArrayList<>();
        for (JsonNode fact : line.path("facts")) {
            if (!fact.isTextual() || fact.textValue().length() > LONGEST_FACT) {
                throw new Unusable("facts is no list of texts");
            }
            facts.add(fact.textValue());
        }
        return facts;
    }
}
