package io.auditvisa.source.standard;

import com.fasterxml.jackson.databind.JsonNode;
import io.auditvisa.event.Business.Message;
import io.auditvisa.event.Failure;
import io.auditvisa.source.Members;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the message of a messaging event.
 *
 * @param message null when it is no message
 * @param refusal {@code account_unknown} without an account; {@code message_conflict} when it cannot be said which message it
 *     is (no id, inbox key, direction or party): whatever it is, it contradicts the message it should report on
 */
record MessageReader(@Nullable Message message, @Nullable Failure refusal) {

    static final MessageReader NONE = new MessageReader(null, null);

    private static final Set<String> DIRECTIONS = Set.of("MT", "MO");

    static MessageReader read(JsonNode data, String type) {
        String messageId = Members.key(data, "message_id");
        String direction = Members.text(data, "direction");
        String from = Members.key(data, "from");
        String to = Members.key(data, "to");
        if (messageId == null) {
            return conflict("message_id is missing or no string of 1 to " + Members.MAX_KEY_LENGTH + " characters");
        }
        if (direction == null || !DIRECTIONS.contains(direction)) {
            return conflict("direction is neither MT nor MO");
        }
        if (from == null || to == null) {
            return conflict("from or to is missing or no string of 1 to " + Members.MAX_KEY_LENGTH + " characters");
        }
        String inboxKey = Members.has(data, "inbox_key") ? Members.key(data, "inbox_key") : messageId + direction;
        if (inboxKey == null) {
            return conflict("inbox_key is no string of 1 to " + Members.MAX_KEY_LENGTH + " characters");
        }
        String text = data.path("text").textValue(); // as it was sent, empty or blank, too
        Message message = new Message(messageId, inboxKey, direction, from, to, text, deliveryStatus(type));
        return Members.key(data, "account") == null
                ? new MessageReader(message, new Failure("account_unknown", "account is missing"))
                : new MessageReader(message, null);
    }

    /** The last part of the type: {@code message.sent} → {@code sent}. */
    private static String deliveryStatus(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static MessageReader conflict(String detail) {
        return new MessageReader(null, new Failure("message_conflict", detail));
    }
}
