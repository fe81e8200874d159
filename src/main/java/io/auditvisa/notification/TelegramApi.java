package io.auditvisa.notification;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.CanonicalJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Telegram's Bot API, as far as we need it: plain text, sent and edited. The token is part of the address: no address is logged. */
final class TelegramApi {

    private final String prefix;
    private final String chatId;
    private final ObjectMapper json;

    TelegramApi(URI baseUrl, String token, String chatId, ObjectMapper json) {
        this.prefix = baseUrl.toString().replaceAll("/+$", "") + "/bot" + token + "/";
        this.chatId = chatId;
        this.json = json;
    }

    /** Sends a message; its id comes back as the external id. */
    CallResult send(String text) {
        return call("sendMessage", message(text));
    }

    /** Replaces the text of a message that was sent. */
    CallResult edit(String messageId, String text) {
        ObjectNode body = message(text);
        if (messageId.matches("[0-9]{1,18}")) {
            body.put("message_id", Long.parseLong(messageId));
        } else {
            body.put("message_id", messageId);
        }
        return call("editMessageText", body);
    }

    private ObjectNode message(String text) {
        ObjectNode body = CanonicalJson.object();
        body.put("chat_id", chatId);
        body.put("text", text);
        // no preview of the delivery: opening it is the reader's decision
        body.putObject("link_preview_options").put("is_disabled", true);
        return body;
    }

    private CallResult call(String method, ObjectNode body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(prefix + method))
                .header("Content-Type", "application/json")
                .header("User-Agent", "AuditVisa")
                .POST(HttpRequest.BodyPublishers.ofByteArray(CanonicalJson.bytes(body)))
                .build();
        // A connection of its own each time: on a kept one that the peer has just closed, nobody could say what was
        // accepted.
        try (HttpClient client = OutsideHttp.newClient()) {
            OutsideHttp.Answer answer = OutsideHttp.send(client, request);
            client.shutdownNow();
            return switch (answer) {
                case OutsideHttp.Answer.Answered answered -> resultOf(answered);
                case OutsideHttp.Answer.NotReached not -> new CallResult.NotReached(not.detail());
                case OutsideHttp.Answer.Lost lost -> new CallResult.Doubtful(lost.detail());
            };
        }
    }

    private CallResult resultOf(OutsideHttp.Answer.Answered answered) {
        JsonNode body = parse(answered.body());
        Duration pace = body == null
                        || !body.path("parameters").path("retry_after").isIntegralNumber()
                ? OutsideHttp.retryAfter(answered.headers())
                : OutsideHttp.pace(body.path("parameters").path("retry_after").longValue());
        CallResult result = OutsideHttp.resultOf(answered.status(), pace);
        if (!(result instanceof CallResult.Accepted)) {
            return result;
        }
        JsonNode id = body == null ? null : body.path("result").path("message_id");
        return new CallResult.Accepted(id == null || !id.isValueNode() || id.isNull() ? null : id.asText());
    }

    private @Nullable JsonNode parse(byte[] body) {
        try {
            return json.readTree(body);
        } catch (IOException notJson) {
            return null;
        }
    }
}
