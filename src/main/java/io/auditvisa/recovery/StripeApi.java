package io.auditvisa.recovery;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.stripe.StripeClient;
import com.stripe.exception.StripeException;
import com.stripe.net.ApiResource.RequestMethod;
import com.stripe.net.HttpURLConnectionClient;
import com.stripe.net.StripeRequest;
import com.stripe.net.StripeResponse;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/** Stripe's list of events (GO-4), as exact text: an event read from it is parsed like one that was delivered. */
@ApplicationScoped
class StripeApi {

    private static final int PAGE = 100;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 20_000;
    private static final Duration DEFAULT_WAIT = Duration.ofSeconds(5);
    private static final JsonFactory JSON = new JsonFactory();

    private final Optional<StripeClient> client;
    private final Transport transport = new Transport();

    /** Config keys {@code auditvisa.stripe.api-key} (unset: off) and {@code auditvisa.stripe.api-base} (default: Stripe's). */
    StripeApi(
            @ConfigProperty(name = "auditvisa.stripe.api-key") Optional<String> apiKey,
            @ConfigProperty(name = "auditvisa.stripe.api-base") Optional<String> apiBase) {
        this.client = apiKey.map(String::strip).filter(key -> !key.isEmpty()).map(key -> client(key, apiBase));
    }

    private StripeClient client(String key, Optional<String> base) {
        StripeClient.StripeClientBuilder builder = StripeClient.builder()
                .setApiKey(key)
                .setHttpClient(transport)
                .setConnectTimeout(CONNECT_MILLIS)
                .setReadTimeout(READ_MILLIS)
                .setMaxNetworkRetries(1);
        base.map(address -> address.replaceAll("/+$", "")).ifPresent(builder::setApiBase);
        return builder.build();
    }

    /** One page, newest first. */
    record Page(List<String> events, boolean hasMore) {}

    /** Stripe did not answer, or asked to come back later; {@code retryAfter} says when. */
    static class UnavailableException extends Exception {

        private final boolean isPacing;
        private final Duration retryAfter;

        UnavailableException(String message, boolean isPacing, Duration retryAfter) {
            super(message);
            this.isPacing = isPacing;
            this.retryAfter = retryAfter;
        }

        /** Whether it was "too many requests". */
        boolean isPacing() {
            return isPacing;
        }

        Duration retryAfter() {
            return retryAfter;
        }
    }

    /** Whether there is a key to ask with. */
    boolean isOn() {
        return client.isPresent();
    }

    /** A page of the events created at or after {@code from}, older than the event {@code after}. */
    Page list(@Nullable Instant from, @Nullable String after) throws UnavailableException {
        StringBuilder path = new StringBuilder("/v1/events?limit=").append(PAGE);
        if (from != null) {
            path.append("&created%5Bgte%5D=").append(from.getEpochSecond());
        }
        if (after != null) {
            path.append("&starting_after=").append(URLEncoder.encode(after, StandardCharsets.UTF_8));
        }
        try {
            return page(ask(path.toString()));
        } catch (IOException unreadable) {
            throw new UnavailableException("the answer is no list of events", false, DEFAULT_WAIT);
        }
    }

    /** One event; empty when Stripe does not have it. */
    Optional<String> event(String id) throws UnavailableException {
        try {
            return Optional.of(ask("/v1/events/" + URLEncoder.encode(id, StandardCharsets.UTF_8)));
        } catch (MissingException missing) {
            return Optional.empty();
        }
    }

    private static final class MissingException extends UnavailableException {
        MissingException() {
            super("Stripe answered 404", false, DEFAULT_WAIT);
        }
    }

    private String ask(String path) throws UnavailableException {
        try {
            StripeResponse answer = client.orElseThrow().rawRequest(RequestMethod.GET, path, null);
            return answer.body();
        } catch (StripeException failure) {
            int status = failure.getStatusCode() == null ? 0 : failure.getStatusCode();
            if (status == 404) {
                throw new MissingException();
            }
            // Stripe's own message may quote the key's end; the status says enough
            throw new UnavailableException(
                    status == 0 ? "Stripe cannot be reached" : "Stripe answered " + status,
                    status == 429,
                    status == 429 ? transport.retryAfter() : DEFAULT_WAIT);
        }
    }

    /** Cuts the members of {@code data} out of the text, character by character as they were sent. */
    static Page page(String text) throws IOException {
        List<String> events = new ArrayList<>();
        boolean hasMore = false;
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("no object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("data") && value == JsonToken.START_ARRAY) {
                    cut(parser, text, events);
                } else if (name.equals("has_more")) {
                    hasMore = parser.getValueAsBoolean();
                } else {
                    parser.skipChildren();
                }
            }
        }
        return new Page(events, hasMore);
    }

    private static void cut(JsonParser parser, String text, List<String> events) throws IOException {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            int start = (int) parser.currentTokenLocation().getCharOffset();
            parser.skipChildren();
            events.add(text.substring(start, (int) parser.currentLocation().getCharOffset()));
        }
    }

    /** Remembers what stripe-java's exceptions do not tell. */
    private static final class Transport extends HttpURLConnectionClient {

        private volatile Duration retryAfter = DEFAULT_WAIT;

        @Override
        public StripeResponse request(StripeRequest request) throws com.stripe.exception.ApiConnectionException {
            StripeResponse answer = super.request(request);
            if (answer.code() == 429) {
                retryAfter = answer.headers()
                        .firstValue("Retry-After")
                        .filter(seconds -> seconds.matches("[0-9]{1,5}"))
                        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                        .orElse(DEFAULT_WAIT);
            }
            return answer;
        }

        Duration retryAfter() {
            return retryAfter;
        }
    }
}
