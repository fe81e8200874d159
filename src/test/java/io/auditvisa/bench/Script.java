package io.auditvisa.bench;

import java.util.concurrent.ThreadLocalRandom;

/** What each client does again and again. */
interface Script {

    void step(Client client, Book book) throws Exception;

    /** Events that nobody has seen. */
    static Script firstTime(EventKind kind) {
        return (client, book) -> {
            long n = book.next(kind);
            client.first(kind, n);
            book.done(kind, n);
        };
    }

    /** Repeats of processed events, spread out. */
    static Script repeats(EventKind kind) {
        return (client, book) -> client.repeat(kind, book.any(kind));
    }

    /** Half of each. */
    static Script either(Script one, Script other) {
        return (client, book) -> (ThreadLocalRandom.current().nextBoolean() ? one : other).step(client, book);
    }

    /** Everybody repeats the same event. */
    static Script hotKey(EventKind kind, long hot) {
        return (client, book) -> client.repeat(kind, hot);
    }

    /** 70 % first-time events, 30 % repeats. */
    static Script mix(EventKind kind) {
        Script first = firstTime(kind);
        Script repeat = repeats(kind);
        return (client, book) -> {
            boolean again = ThreadLocalRandom.current().nextInt(10) >= 7 && book.size(kind) > 0;
            (again ? repeat : first).step(client, book);
        };
    }
}
