package io.auditvisa.notification;

/** When a machine may make an outside call again. */
public enum RepeatRule {
    /** Only when nothing can have been accepted; a refusal is final, a doubtful call stays {@code unknown} (GO-5). */
    ONLY_IF_NOTHING_WAS_ACCEPTED,
    /** Until it is acknowledged: the peer drops repeats by a stable id. */
    UNTIL_ACKNOWLEDGED
}
