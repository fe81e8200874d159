package io.auditvisa.recovery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Stripe's event list as far as reconciliation asks for it: newest first, pages of two, and 429 when a test wants it. */
final class FakeStripe {

    private static final int PAGE = 2;

    /** One per JVM: the settings of the application under test name its port. */
    static final FakeStripe INSTANCE = new FakeStripe();

    private final Map<String, String> events = Collections.synchronizedMap(new LinkedHashMap<>());
    private final List<String> queries = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger refusals = new AtomicInteger();
    private final HttpServer server;

    private FakeStripe() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/v1/events", this::answer);
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void clear() {
        events.clear();
        queries.clear();
    }

    /** Adds an event that is newer than those before it. */
    void add(String id, String body) {
        events.put(id, body);
    }

    /** The next requests are answered 429. */
    void refuse(int requests) {
        refusals.set(requests);
    }

    List<String> queries() {
        return List.copyOf(queries);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String query =
                URLDecoder.decode(String.valueOf(exchange.getRequestURI().getRawQuery()), StandardCharsets.UTF_8);
        queries.add(query);
        String id = exchange.getRequestURI()
                .getPath()
                .substring("/v1/events".length())
                .replace("/", "");
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (!"Bearer sk_test_fake".equals(authorization)) {
            send(exchange, 401, "{\"error\":{\"message\":\"no\",\"type\":\"invalid_request_error\"}}");
        } else if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            exchange.getResponseHeaders().set("Retry-After", "1");
            send(exchange, 429, "{\"error\":{\"message\":\"slow down\",\"type\":\"invalid_request_error\"}}");
        } else if (id.isEmpty()) {
            send(exchange, 200, page(query));
        } else {
            String event = events.get(id);
            send(exchange, event == null ? 404 : 200, event == null ? "{\"error\":{\"message\":\"none\"}}" : event);
        }
    }

    private String page(String query) {
        List<String> newestFirst = new ArrayList<>(events.keySet());
        Collections.reverse(newestFirst);
        int after = query.contains("starting_after=")
                ? newestFirst.indexOf(query.replaceAll(".*starting_after=([^&]*).*", "$1")) + 1
                : 0;
        int end = Math.min(after + PAGE, newestFirst.size());
        List<String> page =
                newestFirst.subList(after, end).stream().map(events::get).toList();
        return "{\"object\":\"list\", \"url\":\"/v1/events\",\"has_more\":" + (end < newestFirst.size())
                + ", \"data\": [" + String.join(" , ", page) + "]}";
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
