package io.auditvisa.api;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The body of every action of a person: {@code {"reason": "…"}}. It stands in the history, so it must be there and be plain text.
 *
 * @param reason one sentence, up to 500 characters
 */
@RegisterForReflection
public record Reason(@Nullable String reason) {

    private static final int LONGEST = 500;

    /** The given reason; throws a 400 problem {@code reason_required} when there is none that can be kept. */
    public static String of(@Nullable Reason body) {
        String text = body == null || body.reason == null ? "" : body.reason.strip();
        if (text.isEmpty() || text.length() > LONGEST || !isPlain(text)) {
            throw new ProblemException(
                    400, "reason_required", "the body must be {\"reason\": \"…\"}, 1 to 500 characters on one line");
        }
        return text;
    }

    /** No control characters, no half of a surrogate pair: the history is kept as canonical JSON. */
    private static boolean isPlain(String text) {
        return text.chars().noneMatch(Character::isISOControl)
                && StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
