package io.auditvisa.processing;

import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** {@link WrongClock}: an hour ahead. */
@QuarkusTest
@TestProfile(ClockAheadTest.HourAhead.class)
class ClockAheadTest extends WrongClock {

    private static final Duration OFF = Duration.ofHours(1);

    ClockAheadTest() {
        super(OFF);
    }

    /** The clock of this test only. */
    public static class HourAhead implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return SHORT_GRACE;
        }

        @Override
        public Set<Class<?>> getEnabledAlternatives() {
            return Set.of(Offset.class);
        }
    }

    /** Produces it. */
    @Alternative
    @ApplicationScoped
    public static class Offset {

        @Produces
        @Singleton
        Clock clock() {
            return Clock.offset(Clock.systemUTC(), OFF);
        }
    }
}
