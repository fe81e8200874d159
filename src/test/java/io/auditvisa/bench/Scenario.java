package io.auditvisa.bench;

/** A kind of traffic that service and floor are measured with. */
record Scenario(String name, EventKind kind, Script script, boolean needsStored) {

    private static final EventKind MESSAGES = EventKind.messages(1);
    private static final EventKind CERTIFICATES = EventKind.certificates(2);
    private static final EventKind SKEWED = EventKind.skewedMessages(3);

    static Scenario messaging() {
        return new Scenario("messaging", MESSAGES, Script.firstTime(MESSAGES), false);
    }

    static Scenario certificate() {
        return new Scenario("certificate", CERTIFICATES, Script.firstTime(CERTIFICATES), false);
    }

    static Scenario repeat() {
        return new Scenario("repeat", MESSAGES, Script.repeats(MESSAGES), true);
    }

    static Scenario mix() {
        return new Scenario("mix", SKEWED, Script.mix(SKEWED), false);
    }

    /** Half certificates, half messages, all for the first time. */
    static Scenario both() {
        return new Scenario(
                "both", MESSAGES, Script.either(Script.firstTime(CERTIFICATES), Script.firstTime(MESSAGES)), false);
    }

    /** 64 clients on one processed event. */
    static Scenario hot(Book book) {
        return new Scenario("hot", MESSAGES, Script.hotKey(MESSAGES, book.any(MESSAGES)), true);
    }
}
