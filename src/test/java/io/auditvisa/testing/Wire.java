package io.auditvisa.testing;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The network between, which a test may slow down, silence or cut. */
public final class Wire extends Proxy {

    private final Set<Direction> dead = ConcurrentHashMap.newKeySet();
    private volatile long delayMillis;
    private volatile boolean silent;

    public Wire(int target) {
        super(target);
    }

    /** Every piece of an answer comes that much later; 0 is as fast as ever. */
    public void delay(long millis) {
        delayMillis = millis;
    }

    /** Nothing comes through any more, and nobody is told. What is sent on these connections is lost for good. */
    public void silence() {
        silent = true;
    }

    /** New connections work again; the silenced ones stay as they are. */
    public void mend() {
        silent = false;
    }

    @Override
    protected boolean pass(Direction direction, byte[] bytes, int length) throws IOException, InterruptedException {
        if (direction.isAnswer() && delayMillis > 0) {
            Thread.sleep(delayMillis);
        }
        if (silent) {
            dead.add(direction);
        }
        if (!dead.contains(direction)) {
            direction.forward(bytes, length);
        }
        return true;
    }
}
