package io.auditvisa.processing;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;

/** {@link WrongClock}: an hour ahead. */
@QuarkusTest
@TestProfile(ClockAheadTest.HourAhead.class)
class ClockAheadTest extends WrongClock {

    /** The clock of this test only. */
    public static class HourAhead extends Off {
        public HourAhead() {
            super(Duration.ofHours(1));
        }
    }
}
