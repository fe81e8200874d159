package io.auditvisa.recovery;

import io.auditvisa.testing.PackagedApplication;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many senders at the same moment. */
final class Senders {

    private Senders() {}

    /** The answers, in the order of the events. */
    static List<Sent.Answer> atOnce(List<Sent> events, PackagedApplication application) {
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Sent.Answer>> sent = events.stream()
                    .map(event -> threads.submit(() -> event.to(application)))
                    .toList();
            return sent.stream().map(Senders::answer).toList();
        }
    }

    private static Sent.Answer answer(Future<Sent.Answer> sent) {
        try {
            return sent.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
