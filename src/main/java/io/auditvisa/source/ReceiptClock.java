package io.auditvisa.source;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The clock of receipt times, the only ones that are not the database's; a test puts its own in. */
final class ReceiptClock {

    private ReceiptClock() {}

    @Produces
    @Singleton
    @io.quarkus.arc.DefaultBean
    static Clock clock() {
        return Clock.systemUTC();
    }
}
