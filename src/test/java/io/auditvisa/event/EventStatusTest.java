package io.auditvisa.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** AV-6: the states and the changes between them. */
class EventStatusTest {

    @Test
    void theSixStatesHaveTheirWireNames() {
        assertThat(EventStatus.values())
                .extracting(EventStatus::wireName)
                .containsExactly("received", "processing", "processed", "duplicate_reused", "failed", "orphaned");
    }

    @Test
    void aResultIsFinal() {
        assertThatThrownBy(() -> EventStatus.PROCESSED.to(EventStatus.PROCESSING))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> EventStatus.DUPLICATE_REUSED.to(EventStatus.FAILED))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> EventStatus.PROCESSED.to(EventStatus.FAILED))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFailedOrOrphanedEventMayBeProcessedAgain() {
        assertThat(EventStatus.FAILED.to(EventStatus.PROCESSING)).isEqualTo(EventStatus.PROCESSING);
        assertThat(EventStatus.ORPHANED.to(EventStatus.PROCESSING)).isEqualTo(EventStatus.PROCESSING);
        assertThat(EventStatus.PROCESSING.to(EventStatus.ORPHANED)).isEqualTo(EventStatus.ORPHANED);
    }
}
