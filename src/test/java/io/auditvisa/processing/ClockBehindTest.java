package io.auditvisa.processing;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;

/** {@link WrongClock}: an hour behind. */
@QuarkusTest
@TestProfile(ClockBehindTest.HourBehind.class)
class ClockBehindTest extends WrongClock {

    /** The clock of this test only. */
    public static class HourBehind extends Off {
        public HourBehind() {
            super(Duration.ofHours(-1));
        }
    }
}
