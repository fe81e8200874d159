package io.auditvisa.health;

import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduler;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Gets the database ready: migrates it, checks it, tells everybody. A database that is not there does not stop the start; it is
 * asked again every second, and until it is ready nobody touches it: requests are answered 503, scheduled work has not begun.
 */
@ApplicationScoped
public class Schema {

    private static final Logger LOG = Logger.getLogger(Schema.class);
    private static final long LONGEST_START_SECONDS = 10;
    private static final long PAUSE_MILLIS = 1_000;

    /** The tables are there. Observers read or write what must be known before anybody is served; may come again. */
    public record Migrated() {}

    /** The database may be used from now on; comes once. */
    public record Ready() {}

    /** Waiting does not help, which was found only after the start: the process must end. */
    public record Unusable(RuntimeException reason) {}

    private final Flyway migrations;
    private final DatabaseRequirements requirements;
    private final AgroalDataSource pool;
    private final Scheduler scheduler;
    private final Event<Object> events;
    private final CompletableFuture<Optional<RuntimeException>> firstTry = new CompletableFuture<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("schema").unstarted(this::prepare);
    private String known = "";
    private volatile boolean ready;

    Schema(
            Flyway migrations,
            DatabaseRequirements requirements,
            AgroalDataSource pool,
            Scheduler scheduler,
            Event<Object> events) {
        this.migrations = migrations;
        this.requirements = requirements;
        this.pool = pool;
        this.scheduler = scheduler;
        this.events = events;
    }

    /** Whether the tables are there and fit; once true, it stays so. */
    public boolean isReady() {
        return ready;
    }

    /** After the checks of files and before everything that needs tables. A long migration goes on beside the service. */
    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) {
        thread.start();
        firstTry.completeOnTimeout(Optional.empty(), LONGEST_START_SECONDS, TimeUnit.SECONDS)
                .join()
                .ifPresent(lasting -> {
                    throw lasting;
                });
    }

    void stop(@Observes ShutdownEvent event) {
        thread.interrupt();
    }

    private void prepare() {
        DatabaseTrouble trouble = tryOnce();
        while (trouble instanceof DatabaseTrouble.Passing passing) {
            announce(passing);
            firstTry.complete(Optional.empty());
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException stopped) {
                return;
            }
            trouble = tryOnce();
        }
        Optional<RuntimeException> end =
                trouble instanceof DatabaseTrouble.Lasting lasting ? Optional.of(lasting.reason()) : Optional.empty();
        if (!firstTry.complete(end)) {
            end.ifPresent(reason -> events.fire(new Unusable(reason)));
        }
    }

    /** Null: the database is ready. */
    private @Nullable DatabaseTrouble tryOnce() {
        try {
            requirements.check();
            migrations.migrate();
            pool.flush(AgroalDataSource.FlushMode.FILL);
            events.fire(new Migrated());
        } catch (SQLException | RuntimeException failure) {
            return DatabaseTrouble.of(failure);
        }
        ready = true;
        try {
            events.fire(new Ready());
        } catch (RuntimeException bug) {
            return new DatabaseTrouble.Lasting(bug);
        }
        scheduler.resume();
        if (!known.isEmpty()) {
            LOG.info("database_ready");
        }
        return null;
    }

    /** One line for each trouble, not for each try. */
    private void announce(DatabaseTrouble.Passing passing) {
        if (!known.equals(passing.kind())) {
            known = passing.kind();
            LOG.warnf("database_not_ready, asked again every second: %s", passing.sentence());
        }
    }
}
