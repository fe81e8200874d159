package io.auditvisa.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RateLimitTest {

    private final Hand clock = new Hand();
    private final RateLimit limit = new RateLimit(clock);

    @Test
    void aSourceHasItsShareOfEverySecond() {
        Source source = ConfiguredSources.stripe(Map.of("rate-limit", "2"));

        assertThat(limit.take(source)).isTrue();
        assertThat(limit.take(source)).isTrue();
        assertThat(limit.take(source)).isFalse();

        clock.now = clock.now.plusSeconds(1);
        assertThat(limit.take(source)).isTrue();
    }

    @Test
    void withoutALimitNothingIsCounted() {
        Source source = ConfiguredSources.stripe(Map.of());

        for (int i = 0; i < 1_000; i++) {
            assertThat(limit.take(source)).isTrue();
        }
    }

    private static final class Hand extends Clock {

        private Instant now = Instant.EPOCH;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
