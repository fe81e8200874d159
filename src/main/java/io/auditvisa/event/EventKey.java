package io.auditvisa.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The idempotency key (AV-4.1): the source and the provider's event id, both taken from signed content only.
 *
 * @param source configured name of the source, {@code [a-z][a-z0-9-]*}
 * @param eventId the provider's id, 1–255 characters of {@code A-Z a-z 0-9 _ . : -}
 */
public record EventKey(String source, String eventId) {

    private static final Pattern VALID_EVENT_ID = Pattern.compile("[A-Za-z0-9_.:-]{1,255}");
    private static final Pattern SHORT_FORM = Pattern.compile("evt_[A-Za-z0-9]+");
    private static final byte[] SEPARATOR = {0};

    /** Whether an id has the shape that contract.md allows; anything else is {@code event_id_invalid}. */
    public static boolean isValidEventId(String eventId) {
        return VALID_EVENT_ID.matcher(eventId).matches();
    }

    /**
     * The internal reference (AV-2.3). Only the source named {@code stripe} has the short form; no source name holds an
     * underscore, so the two forms never meet.
     */
    public String ref() {
        return source.equals("stripe") && SHORT_FORM.matcher(eventId).matches()
                ? "av_" + eventId
                : "av_evt_" + source + "_" + eventId;
    }

    /**
     * The two halves of {@link #lockKey} as a lock of PostgreSQL's other kind of keys: "somebody inserts this event now". Every claim
     * that may make an event holds it, so that a transaction which makes several never waits for one that makes one of them. An import
     * does without: it waits for nothing but keys.
     */
    public int[] birthLockKey() {
        long key = lockKey();
        return new int[] {(int) (key >>> Integer.SIZE), (int) key};
    }

    /** Key of the advisory lock that means "a formal run is at work" (AV-10.1): 64 bits of SHA-256. */
    public long lockKey() {
        byte[] digest =
                Sha256.of(source.getBytes(StandardCharsets.UTF_8), SEPARATOR, eventId.getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(digest).getLong();
    }

    /** Key of the advisory lock of the whole source: shared by every run, exclusive for a pause (IO-10). */
    public static long sourceLockKey(String source) {
        return ByteBuffer.wrap(Sha256.of(source.getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }
}
