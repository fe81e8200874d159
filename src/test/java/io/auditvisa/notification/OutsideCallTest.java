package io.auditvisa.notification;

import static io.auditvisa.notification.RepeatRule.ONLY_IF_NOTHING_WAS_ACCEPTED;
import static io.auditvisa.notification.RepeatRule.UNTIL_ACKNOWLEDGED;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** GO-5: what a call's end means for the next one. */
class OutsideCallTest {

    private static OutsideCall after(CallResult result, RepeatRule rule) {
        return OutsideCall.after(result, rule, 1, () -> 0.5);
    }

    @Test
    void anAcknowledgedCallIsSentAndNeverRepeated() {
        OutsideCall sent = after(new CallResult.Accepted("77"), UNTIL_ACKNOWLEDGED);

        assertThat(sent).isEqualTo(new OutsideCall(CallState.SENT, null, "77", null));
    }

    @Test
    void whatNobodyAcceptedIsTriedAgainUnderEitherRule() {
        for (RepeatRule rule : RepeatRule.values()) {
            assertThat(after(new CallResult.NotReached("refused"), rule).state())
                    .isEqualTo(CallState.INTENDED);
            assertThat(after(new CallResult.NotReached("refused"), rule).nextTry())
                    .isNotNull();
            assertThat(after(new CallResult.Paced(Duration.ofSeconds(9)), rule).nextTry())
                    .isEqualTo(Duration.ofSeconds(9));
        }
    }

    @Test
    void aDoubtfulCallIsRepeatedOnlyWhereThePeerDropsRepeats() {
        OutsideCall once = after(new CallResult.Doubtful("lost"), ONLY_IF_NOTHING_WAS_ACCEPTED);
        OutsideCall again = after(new CallResult.Doubtful("lost"), UNTIL_ACKNOWLEDGED);

        assertThat(once.state()).isEqualTo(CallState.UNKNOWN);
        assertThat(once.nextTry()).isNull();
        assertThat(again.state()).isEqualTo(CallState.UNKNOWN);
        assertThat(again.nextTry()).isNotNull();
    }

    @Test
    void aRefusalIsFinalUnlessItMustBeAcknowledged() {
        assertThat(after(new CallResult.Refused("404"), ONLY_IF_NOTHING_WAS_ACCEPTED)
                        .state())
                .isEqualTo(CallState.FAILED);
        assertThat(after(new CallResult.Refused("404"), UNTIL_ACKNOWLEDGED).state())
                .isEqualTo(CallState.INTENDED);
    }

    @Test
    void theDelayDoublesUpToTenMinutes() {
        assertThat(OutsideCall.backoff(1, () -> 1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(OutsideCall.backoff(1, () -> 0)).isEqualTo(Duration.ofMillis(500));
        assertThat(OutsideCall.backoff(4, () -> 1)).isEqualTo(Duration.ofSeconds(8));
        assertThat(OutsideCall.backoff(1000, () -> 1)).isEqualTo(Duration.ofMinutes(10));
    }
}
