package io.auditvisa.delivery;

import io.auditvisa.api.ProblemException;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The downloads of a package (AV-5.4). What is served is immutable and is exactly what was recorded. */
@Path("/d/{name}")
public class DeliveryResource {

    private static final Logger LOG = Logger.getLogger(DeliveryResource.class);
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9_-]+)\\.(html|zip|json)");
    private static final String FOR_EVER = "max-age=31536000, immutable";
    private static final int RETRY_AFTER_SECONDS = 30;

    private final PublicDeliveries deliveries;
    private final IntactFiles files;

    public DeliveryResource(PublicDeliveries deliveries, IntactFiles files) {
        this.deliveries = deliveries;
        this.files = files;
    }

    /** One file of a package; HEAD, If-None-Match and single ranges as usual. */
    @GET
    @RunOnVirtualThread
    @Operation(summary = "A file of a certificate package: {slug}.html, {slug}.zip or {slug}.json")
    public Response download(
            @PathParam("name") String name,
            @HeaderParam("Range") @Nullable String range,
            @HeaderParam("If-Range") @Nullable String ifRange,
            @Context Request request) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            throw notFound();
        }
        Delivery delivery = find(parts.group(1));
        DeliveryFile file = DeliveryFile.valueOf(parts.group(2).toUpperCase(Locale.ROOT));
        EntityTag tag = new EntityTag(file.recordedSha256(delivery));
        Response.ResponseBuilder unchanged = request.evaluatePreconditions(tag);
        if (unchanged != null) {
            return headed(unchanged, delivery, tag).build();
        }
        byte[] bytes = files.read(delivery, file).orElseThrow(DeliveryResource::unavailable);
        boolean isPart = ifRange == null || ifRange.equals("\"" + tag.getValue() + "\"");
        return answer(new Found(delivery, file, bytes, tag), isPart ? range : null);
    }

    /** The headers of the whole file, with its length, which the platform's own HEAD leaves out. */
    @HEAD
    @RunOnVirtualThread
    @Operation(hidden = true)
    public Response look(@PathParam("name") String name, @Context Request request) {
        Response whole = download(name, null, null, request);
        int length = whole.getEntity() instanceof byte[] bytes ? bytes.length : 0;
        return Response.fromResponse(whole)
                .entity(null)
                .header(HttpHeaders.CONTENT_LENGTH, length)
                .build();
    }

    private record Found(Delivery delivery, DeliveryFile file, byte[] bytes, EntityTag tag) {}

    private static Response answer(Found found, @Nullable String range) {
        byte[] bytes = found.bytes();
        return switch (ByteRange.of(range, bytes.length)) {
            case ByteRange.Whole whole -> described(Response.ok(bytes), found).build();
            case ByteRange.Part part ->
                described(Response.status(206).entity(Arrays.copyOfRange(bytes, part.first(), part.last() + 1)), found)
                        .header("Content-Range", "bytes " + part.first() + "-" + part.last() + "/" + bytes.length)
                        .build();
            case ByteRange.Unsatisfiable unsatisfiable ->
                PagePolicy.guard(Response.status(416))
                        .header("Content-Range", "bytes */" + bytes.length)
                        .build();
        };
    }

    private static Response.ResponseBuilder described(Response.ResponseBuilder answer, Found found) {
        headed(answer, found.delivery(), found.tag())
                .header(HttpHeaders.CONTENT_TYPE, found.file().mediaType())
                .header("Accept-Ranges", "bytes");
        switch (found.file()) {
            case HTML ->
                answer.header(
                        "Content-Security-Policy",
                        PagePolicy.contentSecurityPolicy(new String(found.bytes(), StandardCharsets.UTF_8)));
            case ZIP ->
                answer.header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        "attachment; filename=\"auditvisa-" + found.file().nameFor(found.delivery().slug) + "\"");
            case JSON -> answer.header("Content-Security-Policy", "default-src 'none'");
        }
        return answer;
    }

    private static Response.ResponseBuilder headed(Response.ResponseBuilder answer, Delivery delivery, EntityTag tag) {
        PagePolicy.guard(answer)
                .tag(tag)
                .header(HttpHeaders.CACHE_CONTROL, (delivery.withheld ? "private, " : "public, ") + FOR_EVER);
        return delivery.withheld ? answer.header(HttpHeaders.VARY, HttpHeaders.AUTHORIZATION) : answer;
    }

    private Delivery find(String slug) {
        try {
            return deliveries.find(slug).orElseThrow(DeliveryResource::notFound);
        } catch (PersistenceException failure) {
            LOG.warnf("delivery not served: %s", failure.getMessage());
            throw new ProblemException(
                    503, "database_unavailable", "the record cannot be read now", RETRY_AFTER_SECONDS);
        }
    }

    private static ProblemException notFound() {
        return ProblemException.notFound("this address");
    }

    private static ProblemException unavailable() {
        return new ProblemException(
                503, "storage_unavailable", "the file cannot be served now; it will be again", RETRY_AFTER_SECONDS);
    }
}
