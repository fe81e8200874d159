package io.auditvisa.drill;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The evidence of a drill (IO-9).
 *
 * @param holds every single drill holds
 * @param drills one for each event that was replayed
 * @param skipped what {@code POST {}} could not replay, and so says nothing about
 */
@RegisterForReflection
public record DrillReport(boolean holds, List<Drill> drills, List<Skipped> skipped) {

    static DrillReport of(List<Drill> drills, List<Skipped> skipped) {
        return new DrillReport(drills.stream().allMatch(Drill::holds), drills, skipped);
    }

    /**
     * A source's newest event that cannot be sent again now.
     *
     * @param code the 409 that naming this event gives: {@code source_paused}, {@code payload_erased}, {@code cannot_sign}
     */
    @RegisterForReflection
    public record Skipped(String source, String eventId, String code, String detail) {}

    /**
     * One event's replay.
     *
     * @param replays how often it was sent again
     * @param holds only {@code arrivals} changed, by {@code replays}, and every other count is at most 1
     */
    @RegisterForReflection
    public record Drill(
            String source,
            String eventId,
            String ref,
            int replays,
            boolean holds,
            Counts before,
            Counts after,
            List<Long> ledgerEntryIds,
            List<Long> inboxLineIds) {}

    /** What there is of one event; {@code balanceMinor} of its account, in minor units. */
    @RegisterForReflection
    public record Counts(
            long arrivals,
            long certificates,
            long debits,
            long inboxLines,
            long notifications,
            @Nullable Long balanceMinor) {

        /** Whether this is what {@code replays} arrivals may make of {@code before}. */
        boolean follows(Counts before, int replays) {
            Counts expected = new Counts(
                    before.arrivals + replays,
                    before.certificates,
                    before.debits,
                    before.inboxLines,
                    before.notifications,
                    before.balanceMinor);
            return equals(expected) && certificates <= 1 && debits <= 1 && inboxLines <= 1 && notifications <= 1;
        }
    }
}
