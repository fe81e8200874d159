package io.auditvisa.notification;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** A CRM and a Telegram of our own, which answer what a test tells them and remember what they were asked. */
public final class Peers implements QuarkusTestResourceLifecycleManager {

    public static final String SECRET = "whsec_Y3JtLXNlY3JldC0xMjM0NTY3ODkwMTIz";
    public static final List<Request> REQUESTS = new CopyOnWriteArrayList<>();
    private static final Queue<Answer> ANSWERS = new ConcurrentLinkedQueue<>();

    /** What a peer was asked. */
    public record Request(String path, Map<String, String> headers, String body) {}

    /** What a peer says; -1 drops the connection after the request. */
    public record Answer(int status, Map<String, String> headers, String body) {}

    private HttpServer server;

    @Override
    public Map<String, String> start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.createContext("/", Peers::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        String url = "http://localhost:" + server.getAddress().getPort();
        return Map.of(
                "auditvisa.crm.url",
                url + "/crm",
                "auditvisa.crm.secret",
                SECRET,
                "auditvisa.notification.telegram.base-url",
                url + "/telegram",
                "auditvisa.notification.telegram.token",
                "123:secret",
                "auditvisa.notification.telegram.chat-id",
                "-100",
                "auditvisa.recovery.every",
                "1s");
    }

    @Override
    public void stop() {
        server.stop(0);
    }

    /** Forgets everything; then answers like this, and 200 ever after. */
    public static void willAnswer(Answer... answers) {
        ANSWERS.clear();
        ANSWERS.addAll(List.of(answers));
        REQUESTS.clear();
    }

    public static Answer status(int status) {
        return new Answer(status, Map.of(), "{}");
    }

    private static void answer(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new java.util.TreeMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name.toLowerCase(), values.getFirst()));
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        REQUESTS.add(new Request(exchange.getRequestURI().getPath(), headers, body));
        Answer answer = ANSWERS.poll();
        if (answer == null) {
            answer = new Answer(200, Map.of(), "{\"ok\":true,\"result\":{\"message_id\":77}}");
        }
        if (answer.status() < 0) {
            exchange.close();
            return;
        }
        answer.headers().forEach(exchange.getResponseHeaders()::add);
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
