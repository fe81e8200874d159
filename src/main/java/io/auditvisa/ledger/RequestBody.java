package io.auditvisa.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.api.ProblemException;
import io.auditvisa.event.CanonicalJson;
import io.auditvisa.event.StrictJson;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the JSON object of a request; a member that cannot be used is a 400 problem. Unknown members are left alone. */
final class RequestBody {

    private static final int LONGEST_TEXT = 500;

    private final ObjectNode root;

    private RequestBody(ObjectNode root) {
        this.root = root;
    }

    /** Parses strictly; no body is an empty object. */
    static RequestBody of(byte @Nullable [] body) {
        if (body == null || body.length == 0) {
            return new RequestBody(CanonicalJson.object());
        }
        return switch (StrictJson.parse(body)) {
            case StrictJson.Parsed parsed -> new RequestBody(parsed.root());
            case StrictJson.Refused refused ->
                throw new ProblemException(400, "request_invalid", "the body: " + refused.reason());
        };
    }

    /** Whether the member is there at all. */
    boolean has(String name) {
        return root.has(name);
    }

    /** Text that must be there and not be blank. */
    String requiredText(String name) {
        return text(name).orElseThrow(() -> invalid(name, "is missing"));
    }

    /** Text without control characters; empty when absent, null or blank. */
    Optional<String> text(String name) {
        JsonNode member = root.path(name);
        if (member.isMissingNode() || member.isNull()) {
            return Optional.empty();
        }
        if (!member.isTextual()
                || member.textValue().length() > LONGEST_TEXT
                || member.textValue().chars().anyMatch(Character::isISOControl)) {
            throw invalid(name, "is no text of at most " + LONGEST_TEXT + " characters");
        }
        return Optional.of(member.textValue().strip()).filter(text -> !text.isEmpty());
    }

    /** A JSON integer between the bounds; {@code "5"}, {@code 1.5}, {@code 1e2} and null are none. */
    long integer(String name, long least, long most, String code) {
        JsonNode member = root.path(name);
        if (!member.isIntegralNumber()
                || !member.canConvertToLong()
                || member.longValue() < least
                || member.longValue() > most) {
            throw new ProblemException(
                    400, code, name + " is no JSON integer from " + least + " to " + most + ", in minor units");
        }
        return member.longValue();
    }

    private static ProblemException invalid(String name, String why) {
        return new ProblemException(400, "request_invalid", name + " " + why);
    }
}
