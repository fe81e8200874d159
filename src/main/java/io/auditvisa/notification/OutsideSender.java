package io.auditvisa.notification;

import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.virtual.threads.VirtualThreads;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import javax.sql.DataSource;
import org.jboss.logging.Logger;

/**
 * Carries out what committed events intend (GO-5): right after their commit, and at every sweep for what was left over by a
 * crash, a pause or a peer that was away. Any replica may; intents are claimed row by row.
 */
@ApplicationScoped
public class OutsideSender {

    private static final Logger LOG = Logger.getLogger(OutsideSender.class);

    private final List<ChannelWorker> workers;

    OutsideSender(
            @All List<OutsideChannel> channels, DataSource dataSource, @VirtualThreads ExecutorService virtualThreads) {
        this.workers = channels.stream()
                .map(channel -> new ChannelWorker(channel, dataSource, virtualThreads))
                .toList();
    }

    /** Creates the channels while starting, so that a setting they cannot use stops the start. */
    void onStart(@Observes StartupEvent event) {
        LOG.debugf("%d channels to the outside", workers.size());
    }

    void onStop(@Observes ShutdownEvent event) {
        workers.forEach(ChannelWorker::stop);
    }

    /** To be called after the commit of an event with intents; returns at once. */
    public void wake() {
        workers.forEach(ChannelWorker::wake);
    }

    @Scheduled(
            every = "${auditvisa.recovery.every:30s}",
            identity = "outside-calls",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    @RunOnVirtualThread
    void sweep() {
        for (ChannelWorker worker : workers) {
            try {
                worker.sweep();
            } catch (SQLException | RuntimeException failed) {
                LOG.warnf("the sweep of outside calls goes on next time: %s", failed.toString());
            }
        }
    }
}
