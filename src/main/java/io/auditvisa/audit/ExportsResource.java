package io.auditvisa.audit;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import de.siegmar.fastcsv.writer.CsvWriter;
import io.auditvisa.access.Roles;
import io.auditvisa.api.TimeWindow;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Exports, streamed; windows are {@code [from, to)} in UTC (IO-7, IO-11). */
@Path("/api/v1/exports")
@Tag(name = "audit")
@RolesAllowed(Roles.VIEWER)
public class ExportsResource {

    private static final String CSV = "text/csv; charset=utf-8";
    private static final String JSON_LINES = "application/jsonl";

    private final AuditExport audit;
    private final ProcessedExport processed;
    private final ObjectWriter json;

    public ExportsResource(AuditExport audit, ProcessedExport processed, ObjectMapper json) {
        this.audit = audit;
        this.processed = processed;
        // one stream takes all lines
        this.json = json.writer().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    /** Writes an export. */
    private interface Body {
        void write(Writer out) throws IOException;
    }

    @GET
    @Path("/audit.csv")
    @Operation(summary = "Every arrival and transition in chain order, as CSV (RFC 4180) with a header")
    public Response auditCsv(@QueryParam("from") @Nullable String from, @QueryParam("to") @Nullable String to) {
        Blocks<ChainRow> rows = audit.rows(TimeWindow.of(from, to));
        return stream("audit.csv", CSV, out -> {
            CsvWriter csv = CsvWriter.builder().build(out);
            csv.writeRecord(ChainRow.COLUMNS);
            rows.forEach(row -> csv.writeRecord(row.csv()));
            csv.flush();
        });
    }

    @GET
    @Path("/audit.jsonl")
    @Operation(summary = "Every arrival and transition in chain order, as JSON Lines")
    public Response auditLines(@QueryParam("from") @Nullable String from, @QueryParam("to") @Nullable String to) {
        Blocks<ChainRow> rows = audit.rows(TimeWindow.of(from, to));
        return stream("audit.jsonl", JSON_LINES, out -> rows.forEach(row -> line(out, row.json())));
    }

    @GET
    @Path("/processed.jsonl")
    @Operation(
            summary = "Every processed event with its official result, as JSON Lines; POST /imports/processed takes it")
    public Response processedLines(@QueryParam("from") @Nullable String from, @QueryParam("to") @Nullable String to) {
        Blocks<ProcessedExport.Row> rows = processed.rows(TimeWindow.of(from, to));
        return stream("processed.jsonl", JSON_LINES, out -> rows.forEach(row -> line(out, row.line())));
    }

    private void line(Writer out, Object line) throws IOException {
        json.writeValue(out, line);
        out.write('\n');
    }

    private static Response stream(String fileName, String mediaType, Body body) {
        StreamingOutput streamed = out -> write(out, body);
        return Response.ok(streamed, mediaType)
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + fileName + "\"")
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }

    private static void write(OutputStream out, Body body) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 15);
        body.write(writer);
        writer.flush();
    }
}
