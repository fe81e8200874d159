package io.auditvisa.event;

/**
 * Why an event has no result: a business refusal or a technical failure.
 *
 * @param code stable code of contract.md, for example {@code amount_invalid}
 * @param detail one sentence for people; no secrets, no personal data
 */
public record Failure(String code, String detail) {

    /** Code of every failure that is ours and not the event's; the sweeper goes on with it. */
    public static final String TECHNICAL = "technical_failure";

    /** Code of an event that a person gave up; never retried by machine or arrival. */
    public static final String ABANDONED = "abandoned";
}
