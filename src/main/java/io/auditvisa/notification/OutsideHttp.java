package io.auditvisa.notification;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;

/** One HTTP request to the outside whose end is told apart the way GO-5 needs it. */
public final class OutsideHttp {

    /** Longest time from the first byte to the end of the answer. */
    public static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration DEFAULT_PACE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PACE = Duration.ofHours(1);

    private OutsideHttp() {}

    /** How a request ended. */
    public sealed interface Answer {

        /** The peer answered. */
        record Answered(int status, HttpHeaders headers, byte[] body) implements Answer {}

        /** Nothing was sent. */
        record NotReached(String detail) implements Answer {}

        /** Sent, and no answer came back. */
        record Lost(String detail) implements Answer {}
    }

    /** A client that follows no redirect and speaks HTTP/1.1, so that clear text peers see no upgrade header. */
    public static HttpClient newClient() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .build();
    }

    /** Sends and waits; never throws for trouble with the peer. */
    public static Answer send(HttpClient client, HttpRequest request) {
        // The request's own timeout ends with the headers; a body that drips must not hold us either.
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            HttpResponse<byte[]> response = answer.get(CALL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer.Answered(response.statusCode(), response.headers(), response.body());
        } catch (TimeoutException late) {
            answer.cancel(true);
            return new Answer.Lost("no answer within " + CALL_TIMEOUT.toSeconds() + " s");
        } catch (ExecutionException failed) {
            return of(failed.getCause() == null ? failed : failed.getCause());
        } catch (InterruptedException stopped) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            return new Answer.Lost("stopped while waiting for the answer");
        }
    }

    /** What a status means that is not a plain acknowledgement; {@code Accepted} without an id for 2xx. */
    public static CallResult resultOf(int status, Duration retryAfter) {
        if (status >= 200 && status < 300) {
            return new CallResult.Accepted(null);
        }
        if (status == 429) {
            return new CallResult.Paced(retryAfter);
        }
        String detail = "the peer answered " + status;
        return status >= 500 ? new CallResult.Doubtful(detail) : new CallResult.Refused(detail);
    }

    /** The Retry-After header in seconds, within bounds; 5 s when it is missing or a date. */
    public static Duration retryAfter(HttpHeaders headers) {
        return headers.firstValue("Retry-After")
                .filter(value -> value.matches("[0-9]{1,9}"))
                .map(Long::parseLong)
                .map(OutsideHttp::pace)
                .orElse(DEFAULT_PACE);
    }

    /** A pace the peer asked for, within bounds. */
    public static Duration pace(long seconds) {
        return Duration.ofSeconds(Math.clamp(seconds, 1, LONGEST_PACE.toSeconds()));
    }

    private static Answer of(Throwable cause) {
        boolean notReached = cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof SSLHandshakeException;
        String detail = cause.getClass().getSimpleName();
        return notReached
                ? new Answer.NotReached("the peer could not be reached: " + detail)
                : new Answer.Lost(
                        cause instanceof IOException ? "the connection was lost" : "the call was cut off: " + detail);
    }
}
