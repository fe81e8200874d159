package io.auditvisa.event;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of the table {@code event}, without the payload bytes. */
public record EventRow(
        long id,
        EventKey key,
        String type,
        @Nullable Boolean livemode,
        @Nullable String apiVersion,
        EventStatus status,
        @Nullable String canonicalRef,
        Pins pins,
        Business business,
        byte[] payloadHash,
        byte[] contentHash,
        Run run,
        Result result,
        Instant createdAt,
        Instant updatedAt,
        History history) {

    /** The columns that {@link #read} needs, for a SELECT or RETURNING list; unqualified. */
    public static final String COLUMNS = """
            id, source, event_id, ref, type, livemode, api_version, status, canonical_ref, slug, issued_at, base_url, key_id, \
            renderer_version, effects, withheld, refusal_code, refusal_detail, sid, target, email, email_sha256, product, \
            price_id, amount_minor, currency, account, message_id, inbox_key, direction, party_from, party_to, message_text, \
            delivery_status, payload_hash, content_hash, run_id, attempt, technical_failures, due_at, failure_code, \
            failure_detail, run_hash, html_url, zip_url, ledger_entry_id, inbox_line_id, imported, created_at, updated_at, \
            first_processed_at, arrivals, transitions, history_length, history_head""";

    /** What the result is made of, chosen once by the claim (GO-3). {@code effects} is the stored form. */
    public record Pins(
            String slug,
            Instant issuedAt,
            String baseUrl,
            String keyId,
            int rendererVersion,
            String effects,
            boolean withheld,
            @Nullable Failure refusal) {

        /** Whether a certificate is among the effects; an event without has no files. */
        public boolean earnsCertificate() {
            return effects.contains(Effect.CERTIFICATE.wireName());
        }

        /** Address of the delivery with this ending: {@code html}, {@code zip} or {@code json}. */
        public String deliveryUrl(String ending) {
            return baseUrl + "/d/" + slug + "." + ending;
        }

        /** Address of the verification page. */
        public String verifyUrl() {
            return baseUrl + "/verify/" + slug;
        }
    }

    /** The run at work or the last one. */
    public record Run(
            @Nullable UUID runId,
            int attempt,
            int technicalFailures,
            @Nullable Instant dueAt,
            @Nullable Failure failure) {

        /** Failed for technical reasons and not tried again by itself: a person decides. */
        public boolean waitsForPerson() {
            return failure != null && failure.code().equals(Failure.TECHNICAL) && dueAt == null;
        }
    }

    /** What the event ended with. The two URLs are set on imported events only. */
    public record Result(
            byte @Nullable [] runHash,
            @Nullable String htmlUrl,
            @Nullable String zipUrl,
            @Nullable Long ledgerEntryId,
            @Nullable Long inboxLineId,
            boolean imported,
            @Nullable Instant firstProcessedAt) {}

    /** Counters and head of the history chain. */
    public record History(int arrivals, int transitions, int length, byte[] head) {}

    /** Reads the current row of a result set that holds {@link #COLUMNS}. */
    public static EventRow read(ResultSet row) throws SQLException {
        return new EventRow(
                row.getLong("id"),
                new EventKey(row.getString("source"), row.getString("event_id")),
                row.getString("type"),
                row.getObject("livemode", Boolean.class),
                row.getString("api_version"),
                EventStatus.ofWireName(row.getString("status")),
                row.getString("canonical_ref"),
                readPins(row),
                readBusiness(row),
                row.getBytes("payload_hash"),
                row.getBytes("content_hash"),
                readRun(row),
                readResult(row),
                time(row, "created_at"),
                time(row, "updated_at"),
                new History(
                        row.getInt("arrivals"),
                        row.getInt("transitions"),
                        row.getInt("history_length"),
                        row.getBytes("history_head")));
    }

    private static Pins readPins(ResultSet row) throws SQLException {
        return new Pins(
                row.getString("slug"),
                time(row, "issued_at"),
                row.getString("base_url"),
                row.getString("key_id"),
                row.getInt("renderer_version"),
                row.getString("effects"),
                row.getBoolean("withheld"),
                failure(row.getString("refusal_code"), row.getString("refusal_detail")));
    }

    private static Business readBusiness(ResultSet row) throws SQLException {
        String messageId = row.getString("message_id");
        Business.Message message = messageId == null
                ? null
                : new Business.Message(
                        messageId,
                        row.getString("inbox_key"),
                        row.getString("direction"),
                        row.getString("party_from"),
                        row.getString("party_to"),
                        row.getString("message_text"),
                        row.getString("delivery_status"));
        return new Business(
                row.getString("sid"),
                row.getString("target"),
                row.getString("email"),
                row.getString("email_sha256"),
                row.getString("product"),
                row.getString("price_id"),
                row.getObject("amount_minor", Long.class),
                row.getString("currency"),
                row.getString("account"),
                message);
    }

    private static Run readRun(ResultSet row) throws SQLException {
        return new Run(
                row.getObject("run_id", UUID.class),
                row.getInt("attempt"),
                row.getInt("technical_failures"),
                optionalTime(row, "due_at"),
                failure(row.getString("failure_code"), row.getString("failure_detail")));
    }

    private static Result readResult(ResultSet row) throws SQLException {
        return new Result(
                row.getBytes("run_hash"),
                row.getString("html_url"),
                row.getString("zip_url"),
                row.getObject("ledger_entry_id", Long.class),
                row.getObject("inbox_line_id", Long.class),
                row.getBoolean("imported"),
                optionalTime(row, "first_processed_at"));
    }

    private static @Nullable Failure failure(@Nullable String code, @Nullable String detail) {
        return code == null ? null : new Failure(code, detail == null ? "" : detail);
    }

    private static Instant time(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    private static @Nullable Instant optionalTime(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** The public record of this event; a twin shows its canonical's result (GO-2), which is this row itself for all others. */
    public EventRecord toRecord(@Nullable EventRow canonical) {
        EventRow shown = canonical == null ? this : canonical;
        Result official = shown.result;
        boolean certified = official.runHash() != null;
        boolean own = certified && !official.imported();
        return new EventRecord(
                key.eventId(),
                key.source(),
                type,
                livemode,
                key.ref(),
                canonicalRef,
                business.sid(),
                business.target(),
                business.product(),
                business.priceId(),
                business.emailSha256(),
                status.wireName(),
                createdAt,
                updatedAt,
                official.firstProcessedAt(),
                history.arrivals(),
                run.attempt(),
                own ? shown.pins.deliveryUrl("html") : official.htmlUrl(),
                own ? shown.pins.deliveryUrl("zip") : official.zipUrl(),
                own ? shown.pins.deliveryUrl("json") : null,
                own ? shown.pins.verifyUrl() : null,
                official.runHash() == null ? null : Sha256.hex(official.runHash()),
                Sha256.hex(payloadHash),
                Sha256.hex(contentHash),
                own ? shown.pins.keyId() : null,
                official.ledgerEntryId(),
                official.inboxLineId(),
                shown.run.failure());
    }
}
