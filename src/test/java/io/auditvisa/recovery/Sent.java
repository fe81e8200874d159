package io.auditvisa.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.StandardSigner;
import io.auditvisa.testing.StripeSigner;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** An event as a sender has it: sent as often as needed, always with the same bytes. */
record Sent(String source, String id, String body) {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /** What the sender is told; status -1 when nobody answers. */
    record Answer(int status, JsonNode body) {

        boolean isAcknowledged() {
            return status == 200 || status == 202;
        }

        String text(String member) {
            return body.path(member).asText();
        }
    }

    static Sent certificate() {
        String id = LiveEvents.newId();
        return new Sent("stripe", id, LiveEvents.body(id));
    }

    static Sent message() {
        String id = "msg_" + LiveEvents.newId();
        return new Sent("messaging", id, """
                {"type":"message.sent","timestamp":"2026-03-01T09:00:00Z","data":{"message_id":"%s","account":"demo",
                "direction":"MT","from":"shop","to":"+4912345","text":"hello","amount_minor":1,"currency":"usd"}}""".formatted(id));
    }

    String ref() {
        return source.equals("stripe") ? "av_" + id : "av_evt_" + source + "_" + id;
    }

    Answer to(PackagedApplication application) {
        Instant now = Instant.now();
        Map<String, String> headers = source.equals("stripe")
                ? Map.of(StripeSigner.HEADER, StripeSigner.DEMO.header(body, now))
                : StandardSigner.DEMO.headers(id, body, now);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(application.url() + "/webhooks/" + source))
                .timeout(PATIENCE)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return answer(request.build());
    }

    static Answer get(PackagedApplication application, String path) {
        return json(application, "/api/v1" + path);
    }

    static Answer json(PackagedApplication application, String path) {
        return answer(HttpRequest.newBuilder(URI.create(application.url() + path))
                .timeout(Duration.ofSeconds(60))
                .header("Accept", "application/json")
                .header("Authorization", "Bearer dev-token")
                .build());
    }

    private static Answer answer(HttpRequest request) {
        try {
            HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(answer.statusCode(), JSON.readTree(answer.body()));
        } catch (IOException nobody) {
            return new Answer(-1, JSON.nullNode());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
