package io.auditvisa.notification;

import io.auditvisa.event.Heartbeat;
import io.auditvisa.health.Schema;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.virtual.threads.VirtualThreads;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what committed events intend (GO-5): right after their commit, and at every sweep for what was left over by a
 * crash, a pause or a peer that was away. Any replica may; intents are claimed row by row.
 */
@ApplicationScoped
public class OutsideSender {

    private static final Logger LOG = Logger.getLogger(OutsideSender.class);

    private final List<ChannelWorker> workers;
    private final Duration every;
    private @Nullable Heartbeat heartbeat;

    OutsideSender(
            @All List<OutsideChannel> channels,
            DataSource dataSource,
            @VirtualThreads ExecutorService virtualThreads,
            @ConfigProperty(name = "auditvisa.recovery.every", defaultValue = "30s") Duration every) {
        this.every = every;
        this.workers = channels.stream()
                .map(channel -> new ChannelWorker(channel, dataSource, virtualThreads))
                .toList();
    }

    /** Creates the channels first, so that a setting they cannot use stops the start. */
    void onStart(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE - 1) StartupEvent event) {
        LOG.debugf("%d channels to the outside", workers.size());
    }

    void onReady(@Observes Schema.Ready event) {
        heartbeat = Heartbeat.start("outside-calls", every, this::sweep);
    }

    void onStop(@Observes ShutdownEvent event) {
        stopHeartbeat();
        workers.forEach(ChannelWorker::stop);
    }

    /** Also after a start that failed, which no {@link ShutdownEvent} follows. */
    @PreDestroy
    void stopHeartbeat() {
        if (heartbeat != null) {
            heartbeat.stop();
        }
    }

    /** To be called after the commit of an event with intents; returns at once. */
    public void wake() {
        workers.forEach(ChannelWorker::wake);
    }

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
