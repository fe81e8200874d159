package io.auditvisa.recovery;

import io.auditvisa.testing.Proxy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets a COMMIT through and swallows its answer: the application sees its connection break, the database has committed. Needs
 * {@code prepareThreshold=0} in the JDBC URL, so that each COMMIT is sent as text.
 */
final class CommitEater extends Proxy {

    private static final String COMMIT = "COMMIT";

    private final AtomicInteger commits = new AtomicInteger(Integer.MIN_VALUE);
    private final AtomicInteger eaten = new AtomicInteger();

    CommitEater(int target) {
        super(target);
    }

    /** The n-th COMMIT from now on loses its answer. */
    void eat(int n) {
        commits.set(-n);
    }

    int eaten() {
        return eaten.get();
    }

    @Override
    protected boolean pass(Direction direction, byte[] bytes, int length) throws IOException, InterruptedException {
        boolean last = !direction.isAnswer()
                && new String(bytes, 0, length, StandardCharsets.ISO_8859_1).contains(COMMIT)
                && commits.incrementAndGet() == 0;
        if (last) {
            direction.from().close(); // nobody gets the answer
        }
        direction.forward(bytes, length);
        if (last) {
            eaten.incrementAndGet();
            Thread.sleep(300); // the server has committed by now
        }
        return !last;
    }
}
