package io.auditvisa.source;

import io.auditvisa.api.ProblemException;
import io.auditvisa.api.RequestEdge;
import io.auditvisa.api.RequestId;
import io.auditvisa.event.CrashPoint;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.IncomingEvent.Receipt;
import io.auditvisa.event.Sha256;
import io.auditvisa.event.StepLog;
import io.auditvisa.processing.EventProcessor;
import io.auditvisa.processing.Outcome;
import io.auditvisa.source.SignatureScheme.Signed;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Where senders deliver events: verify, read, process, answer (AV-5). Nothing is stored before the signature holds. */
@Path("/webhooks/{source}")
public class WebhookResource {

    private static final Logger LOG = Logger.getLogger(WebhookResource.class);

    private static final int ONE_SECOND = 1;

    private final Sources sources;
    private final EventProcessor processor;
    private final Rejections rejections;
    private final RejectionCounts counts;
    private final RateLimit rateLimit;
    private final RequestEdge edge;
    private final RequestId requestId;
    private final Clock clock;

    public WebhookResource(
            Sources sources,
            EventProcessor processor,
            Rejections rejections,
            RejectionCounts counts,
            RateLimit rateLimit,
            RequestEdge edge,
            RequestId requestId,
            Clock clock) {
        this.sources = sources;
        this.processor = processor;
        this.rejections = rejections;
        this.counts = counts;
        this.rateLimit = rateLimit;
        this.edge = edge;
        this.requestId = requestId;
        this.clock = clock;
    }

    /** One arrival. The body is no parameter, so that no content type can get in its way. */
    @POST
    @RunOnVirtualThread
    public Response receive(
            @PathParam("source") String name, @Context HttpHeaders headers, @Context RoutingContext context) {
        Source source = sources.find(name)
                .orElseThrow(() -> new ProblemException(404, "source_unknown", "no source of this name is configured"));
        if (!rateLimit.take(source)) {
            throw new ProblemException(429, "rate_limited", "too many requests from this source", ONE_SECOND);
        }
        byte[] body = edge.read(context);
        Arrival arrival = new Arrival(
                source,
                headerName -> context.request().headers().getAll(headerName),
                body,
                clock.instant().truncatedTo(ChronoUnit.MICROS),
                fingerprint(context, headers));
        Response answer = answer(processor.process(admit(arrival)));
        CrashPoint.pass("before-answer");
        return answer;
    }

    private record Arrival(
            Source source, RequestHeaders headers, byte[] body, Instant receivedAt, String fingerprint) {}

    private IncomingEvent admit(Arrival arrival) {
        Source source = arrival.source();
        return switch (source.gate().judge(arrival.headers(), arrival.body(), arrival.receivedAt())) {
            case Gate.Forged forged ->
                throw refuse(
                        arrival,
                        forged.reason().code(),
                        Diagnosis.of(forged.reason(), source, sources.all(), arrival.headers(), arrival.body()));
            case Gate.Stale stale -> {
                if (read(arrival, stale.signed()) instanceof Reading.Understood understood) {
                    rejections.record(understood.event(), Gate.OUTSIDE_REPLAY_WINDOW, stale.detail());
                }
                throw refuse(arrival, Gate.OUTSIDE_REPLAY_WINDOW, stale.detail());
            }
            case Gate.Admitted admitted ->
                switch (read(arrival, admitted.signed())) {
                    case Reading.Refused refused -> throw refuse(arrival, refused.code(), refused.detail());
                    case Reading.Understood understood -> accept(understood.event());
                };
        };
    }

    private Reading read(Arrival arrival, Signed signed) {
        Receipt receipt = new Receipt(
                requestId.current(), arrival.receivedAt(), signed.signedAt(), signed.scheme(), arrival.fingerprint());
        return arrival.source().read(arrival.body(), signed.eventId(), receipt);
    }

    private IncomingEvent accept(IncomingEvent event) {
        EventKey key = event.key();
        counts.accepted(key.source(), event.receipt().arrivedAt());
        StepLog.log(StepLog.Step.event_received, key, event.receipt().requestId(), "type", printable(event.type()));
        return event;
    }

    private ProblemException refuse(Arrival arrival, String code, String detail) {
        counts.rejected(arrival.source().name(), code, arrival.receivedAt());
        LOG.infof(
                "webhook_refused source=%s code=%s detail=\"%s\"",
                arrival.source().name(), code, detail);
        return new ProblemException(400, code, detail);
    }

    private static Response answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Processed done -> ok(WebhookAnswer.processed(done.record(), done.conflict()));
            case Outcome.Reused reused -> ok(WebhookAnswer.reused(reused.record(), reused.conflict()));
            case Outcome.Failed failed -> ok(WebhookAnswer.failed(failed.record(), failed.conflict()));
            case Outcome.Pending pending ->
                Response.status(Response.Status.ACCEPTED)
                        .type(MediaType.APPLICATION_JSON_TYPE)
                        .header(HttpHeaders.RETRY_AFTER, pending.retryAfterSeconds())
                        .entity(WebhookAnswer.processing(pending.record(), pending.conflict()))
                        .build();
            case Outcome.Unavailable none ->
                throw new ProblemException(
                        503, none.code(), none.detail(), Math.max(ONE_SECOND, none.retryAfterSeconds()));
        };
    }

    private static Response ok(WebhookAnswer answer) {
        return Response.ok(answer, MediaType.APPLICATION_JSON_TYPE).build();
    }

    /** SHA-256 of what tells one sender's requests from another's without its content (AV-4.2). */
    private static String fingerprint(RoutingContext context, HttpHeaders headers) {
        return Sha256.hexOf(String.join(
                "\n",
                context.request().method().name(),
                context.request().path(),
                orEmpty(headers.getHeaderString(HttpHeaders.CONTENT_TYPE)),
                orEmpty(headers.getHeaderString(HttpHeaders.USER_AGENT))));
    }

    private static String orEmpty(@Nullable String header) {
        return header == null ? "" : header;
    }

    /** The type comes from outside: nothing of it may end the log line. */
    private static String printable(String type) {
        return type.length() <= 100 && type.matches("[A-Za-z0-9_.:*-]+") ? type : "(unprintable)";
    }
}
