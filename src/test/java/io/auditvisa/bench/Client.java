package io.auditvisa.bench;

/** One of the concurrent senders. Anything but the expected answer is an exception, and any exception voids the run. */
interface Client extends AutoCloseable {

    /** Sends event {@code n} of {@code kind} for the first time. */
    void first(EventKind kind, long n) throws Exception;

    /** Sends it once more. */
    void repeat(EventKind kind, long n) throws Exception;

    @Override
    void close() throws Exception;
}
