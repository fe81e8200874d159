package io.auditvisa.event;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The history of one event: arrivals and transitions in one hash chain (GO-6), {@code hash = SHA-256(previous ‖ row)}.
 * It shows a changed row, not a rewritten database.
 */
public final class HistoryChain {

    private static final byte[] GENESIS = new byte[Sha256.LENGTH];

    private HistoryChain() {}

    /** The head before the first row: 32 zero bytes. */
    public static byte[] genesis() {
        return GENESIS.clone();
    }

    /** The head after a row. */
    public static byte[] next(byte[] head, byte[] row) {
        return Sha256.of(head, row);
    }

    /** The chained bytes of an arrival: all it says but its number. */
    public static byte[] arrivalRow(IncomingEvent incoming, ArrivalOutcome outcome, List<String> differs) {
        IncomingEvent.Receipt receipt = incoming.receipt();
        ObjectNode row = row("arrival", incoming.key());
        row.put("arrived_at", receipt.arrivedAt().toString());
        row.put("outcome", outcome.wireName());
        row.put("signed_at", text(receipt.signedAt()));
        row.put("payload_hash", Sha256.hex(incoming.payload().payloadHash()));
        row.put("content_hash", Sha256.hex(incoming.payload().contentHash()));
        row.put("request_fingerprint", receipt.requestFingerprint());
        row.put("signature", receipt.signature());
        row.put("request_id", receipt.requestId());
        ArrayNode pointers = row.putArray("differs");
        differs.forEach(pointers::add);
        return CanonicalJson.bytes(row);
    }

    /** The chained bytes of a change of state. */
    public static byte[] transitionRow(
            EventKey key, Instant at, EventStatus from, EventStatus to, String actor, String reason) {
        ObjectNode row = row("transition", key);
        row.put("at", at.toString());
        row.put("from", from.wireName());
        row.put("to", to.wireName());
        row.put("actor", actor);
        row.put("reason", reason);
        return CanonicalJson.bytes(row);
    }

    private static ObjectNode row(String kind, EventKey key) {
        return CanonicalJson.object().put("kind", kind).put("event", key.ref());
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
