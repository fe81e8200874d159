package io.auditvisa.notification;

import io.auditvisa.event.CrashPoint;
import io.auditvisa.notification.OutsideChannel.Call;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jboss.logging.Logger;

/** Works off the due intents of one channel; at most one thread per process does so at a time. */
final class ChannelWorker {

    private static final Logger LOG = Logger.getLogger(ChannelWorker.class);

    private final OutsideChannel channel;
    private final OutsideCallRows rows;
    private final ExecutorService threads;
    private final ReentrantLock work = new ReentrantLock();
    private final ReentrantLock settling = new ReentrantLock();
    private final AtomicBoolean wanted = new AtomicBoolean();
    private volatile boolean stopped;

    ChannelWorker(OutsideChannel channel, DataSource dataSource, ExecutorService threads) {
        this.channel = channel;
        this.rows = new OutsideCallRows(dataSource, channel.table(), channel.repeatRule());
        this.threads = threads;
    }

    /** Has the due intents worked off soon; returns at once, any number of times. */
    void wake() {
        if (channel.isConfigured() && !stopped && wanted.compareAndSet(false, true)) {
            threads.execute(this::workOffQuietly);
        }
    }

    void stop() {
        stopped = true;
    }

    /** Works off what is due and does the channel's own chores. */
    void sweep() throws SQLException {
        if (channel.isConfigured() && !stopped) {
            workOff();
            channel.sweep();
        }
    }

    private void workOffQuietly() {
        try {
            workOff();
        } catch (SQLException | RuntimeException failed) {
            // the next sweep goes on
            LOG.warnf("outside calls of %s are left to the next sweep: %s", channel.table(), failed.toString());
        }
    }

    private void workOff() throws SQLException {
        work.lock();
        try {
            wanted.set(false);
            rows.doubtCutOff();
            List<Call> calls = rows.claim(channel.parallelCalls());
            while (!calls.isEmpty()) {
                callAll(calls);
                calls = stopped ? List.of() : rows.claim(channel.parallelCalls());
            }
        } finally {
            work.unlock();
        }
    }

    private void callAll(List<Call> calls) {
        CrashPoint.pass("outside-call-claimed");
        long claimedAt = System.nanoTime();
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (Call call : calls) {
            running.add(CompletableFuture.runAsync(() -> carryOut(call, claimedAt), threads));
        }
        CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
    }

    private void carryOut(Call call, long claimedAt) {
        CallResult result = isInTime(claimedAt)
                ? channel.call(call)
                : new CallResult.NotReached("the run was stalled and did not call");
        CrashPoint.pass("outside-call-made");
        OutsideCall after = OutsideCall.after(
                result, channel.repeatRule(), call.attempts(), ThreadLocalRandom.current()::nextDouble);
        // one by one: the calls may wait together, the pool of connections is not theirs alone
        settling.lock();
        try {
            if (rows.settle(call, after)) {
                channel.settled(call, after.state());
            } else {
                LOG.warnf("an answer of %s came too late, intent=%d", channel.table(), call.id());
            }
            if (result instanceof CallResult.Paced paced) {
                rows.holdAll(paced.retryAfter());
            }
        } catch (SQLException failed) {
            // the row stays "attempting": past its deadline it is unknown, or called again where that is safe
            LOG.warnf("an answer of %s is not recorded, intent=%d: %s", channel.table(), call.id(), failed.toString());
        } finally {
            settling.unlock();
        }
        if (after.state() != CallState.SENT) {
            LOG.warnf(
                    "%s intent=%d state=%s: %s",
                    channel.table(), call.id(), after.state().wireName(), after.detail());
        }
    }

    /** A thread that was stopped for long must not call: its run may count as cut off before the call ends. */
    private static boolean isInTime(long claimedAt) {
        long left = OutsideCallRows.DEADLINE.toNanos() - (System.nanoTime() - claimedAt);
        return left > 2 * OutsideHttp.CALL_TIMEOUT.toNanos();
    }
}
