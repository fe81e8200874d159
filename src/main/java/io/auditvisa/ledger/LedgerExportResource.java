package io.auditvisa.ledger;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import de.siegmar.fastcsv.writer.CsvWriter;
import io.auditvisa.access.Roles;
import io.auditvisa.api.Parameter;
import io.auditvisa.api.TimeWindow;
import io.auditvisa.api.Transactions;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The ledger as a file, event id beside ledger id (IO-9), streamed block by block in the order of the rows. */
@Path("/api/v1/exports/ledger.{format:csv|jsonl}")
@Tag(name = "ledger")
@RolesAllowed(Roles.FINANCE)
public class LedgerExportResource {

    private static final int BLOCK = 1000;
    private static final int BUFFER_CHARACTERS = 1 << 15;
    private static final List<String> COLUMNS = List.of(
            "id",
            "event_id",
            "message_id",
            "source",
            "account",
            "kind",
            "amount_minor",
            "currency",
            "balance_after_minor",
            "delivery_status",
            "refunds_entry_id",
            "actor",
            "reason",
            "created_at");

    private final Transactions transactions;
    private final ObjectWriter json;

    public LedgerExportResource(Transactions transactions, ObjectMapper json) {
        this.transactions = transactions;
        // one stream takes all lines
        this.json = json.writer().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    }

    /** Writes one row. */
    private interface Line {
        void write(LedgerEntry entry) throws IOException;
    }

    @GET
    @Operation(summary = "Ledger rows as CSV (RFC 4180) with a header, or as JSON Lines; filters as in the list")
    public Response export(
            @PathParam("format") String format,
            @QueryParam("event_id") @Nullable String eventId,
            @QueryParam("message_id") @Nullable String messageId,
            @QueryParam("account") @Nullable String account,
            @QueryParam("source") @Nullable String source,
            @QueryParam("kind") @Nullable String kind,
            @QueryParam("from") @Nullable String from,
            @QueryParam("to") @Nullable String to) {
        LedgerFilter filter = new LedgerFilter(
                Parameter.text("event_id", eventId),
                Parameter.text("message_id", messageId),
                Parameter.text("account", account),
                Parameter.text("source", source),
                Parameter.oneOf("kind", kind, LedgerResource.KINDS),
                TimeWindow.of(from, to));
        // the first block at once, so that trouble shows before anything is written
        List<LedgerEntry> first = block(filter, 0);
        StreamingOutput streamed = out -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER_CHARACTERS);
            if (format.equals("csv")) {
                CsvWriter csv = CsvWriter.builder().build(writer);
                csv.writeRecord(COLUMNS);
                writeAll(filter, first, entry -> csv.writeRecord(fields(entry)));
                csv.flush();
            } else {
                writeAll(filter, first, entry -> line(writer, entry));
            }
            writer.flush();
        };
        return Response.ok(streamed, format.equals("csv") ? "text/csv; charset=utf-8" : "application/jsonl")
                .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"ledger." + format + "\"")
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }

    private void writeAll(LedgerFilter filter, List<LedgerEntry> first, Line line) throws IOException {
        List<LedgerEntry> block = first;
        while (!block.isEmpty()) {
            for (LedgerEntry entry : block) {
                line.write(entry);
            }
            block = block(filter, block.getLast().id());
        }
    }

    private List<LedgerEntry> block(LedgerFilter filter, long after) {
        return transactions.run(connection -> filter.block(connection, after, BLOCK));
    }

    private void line(Writer out, LedgerEntry entry) throws IOException {
        json.writeValue(out, entry);
        out.write('\n');
    }

    private static List<String> fields(LedgerEntry entry) {
        return Stream.of(
                        entry.id(),
                        entry.eventId(),
                        entry.messageId(),
                        entry.source(),
                        entry.account(),
                        entry.kind(),
                        entry.amountMinor(),
                        entry.currency(),
                        entry.balanceAfterMinor(),
                        entry.deliveryStatus(),
                        entry.refundsEntryId(),
                        entry.actor(),
                        entry.reason(),
                        entry.createdAt())
                .map(value -> value == null ? "" : value.toString())
                .toList();
    }
}
