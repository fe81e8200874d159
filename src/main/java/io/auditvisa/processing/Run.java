package io.auditvisa.processing;

import io.auditvisa.certificate.CertificatePackage;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.StorageException;
import io.auditvisa.event.CrashPoint;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Failure;
import io.auditvisa.event.StepLog;
import io.auditvisa.notification.OutsideSender;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * One formal run of a claimed event: stage without a connection, fulfil, and on an exception fail. First try, retry and
 * recovery are the same (AV-11.2).
 */
@ApplicationScoped
class Run {

    private static final Logger LOG = Logger.getLogger(Run.class);
    private static final int TRIES = 3;
    /** Unique violation, serialization failure, deadlock: the other one has won, look again. */
    private static final Set<String> LOST_RACES = Set.of("23505", "40001", "40P01");

    private final Staging staging;
    private final DeliveryStorage storage;
    private final Fulfilment fulfilment;
    private final CertificateBatch batch;
    private final OutsideSender sender;
    private final StorageWatch storageWatch;
    private final Signals signals;

    Run(
            Staging staging,
            DeliveryStorage storage,
            Fulfilment fulfilment,
            CertificateBatch batch,
            OutsideSender sender,
            StorageWatch storageWatch,
            Signals signals) {
        this.staging = staging;
        this.storage = storage;
        this.fulfilment = fulfilment;
        this.batch = batch;
        this.sender = sender;
        this.storageWatch = storageWatch;
        this.signals = signals;
    }

    /** Carries out the run that a claim started; repeats that wait for it here are woken at its end. */
    Fulfilment.End carryOut(EventRow claimed, UUID run) {
        signals.begin(claimed.key());
        try {
            return carriedOut(claimed, run);
        } finally {
            signals.end(claimed.key());
        }
    }

    private Fulfilment.End carriedOut(EventRow claimed, UUID run) {
        logStarted(claimed, run);
        CrashPoint.pass("claim-committed");
        Fulfilment.End end = attempt(claimed, run);
        switch (end) {
            case Fulfilment.End.Done(EventRow row) -> {
                CrashPoint.pass("after-commit");
                logDone(row, run);
            }
            case Fulfilment.End.Failed(EventRow row) -> logFailed(row);
            case Fulfilment.End.Fenced fenced -> {
                discard(claimed, run);
                sender.wake(); // fenced by its own COMMIT, when nobody was told of that
                LOG.infof(
                        "run %s of %s was fenced off, it changed nothing",
                        run, claimed.key().ref());
            }
            case Fulfilment.End.Held(EventRow row) ->
                LOG.warnf(
                        "%s waits: its storage is busy, or does not answer",
                        row.key().ref());
            case Fulfilment.End.Paused(EventRow row) -> {
                discard(claimed, run);
                LOG.infof("%s waits: its source is paused", row.key().ref());
            }
        }
        return end;
    }

    /** The steps of a run that its claim has ended in one transaction. */
    void hasEndedDirectly(EventRow row, UUID run) {
        CrashPoint.pass("after-commit");
        logStarted(row, run);
        if (row.status() == EventStatus.PROCESSED) {
            logDone(row, run);
        } else {
            logFailed(row);
        }
    }

    private static void logStarted(EventRow row, UUID run) {
        StepLog.log(
                StepLog.Step.event_processing_started,
                row.key(),
                null,
                "run_id",
                run,
                "attempt",
                row.run().attempt());
    }

    private void logDone(EventRow row, UUID run) {
        StepLog.log(StepLog.Step.event_processed, row.key(), null, "run_id", run);
        sender.wake();
    }

    private static void logFailed(EventRow row) {
        Failure failure = row.run().failure();
        StepLog.log(StepLog.Step.event_failed, row.key(), null, "code", failure == null ? "" : failure.code());
    }

    private Fulfilment.End attempt(EventRow claimed, UUID run) {
        for (int tries = 1; ; tries++) {
            try {
                CertificatePackage staged = staging.stage(claimed, run);
                if (tries == 1 && staged != null && batch.takes(claimed)) {
                    Optional<Fulfilment.End> end = inCompany(claimed, run, staged);
                    if (end.isPresent()) {
                        return end.get();
                    }
                }
                return claimed.pins().earnsCertificate()
                        ? storageWatch.recording(() -> fulfilment.fulfil(claimed, run, staged))
                        : fulfilment.fulfil(claimed, run, null);
            } catch (Database.DatabaseException lost) {
                if (tries == TRIES || !LOST_RACES.contains(lost.sqlState())) {
                    return fail(claimed, run, lost);
                }
            } catch (StorageWatch.NoPlace busy) {
                storageWatch.suspect();
                return new Fulfilment.End.Held(claimed);
            } catch (StorageException failure) {
                storageWatch.suspect();
                return fail(claimed, run, failure);
            } catch (RuntimeException | StackOverflowError | LinkageError failure) {
                // such an error lies in the event or the build: counted, or it would be taken over without an end
                return fail(claimed, run, failure);
            }
        }
    }

    /** Together with other first runs; after any exception by itself, staged anew, for its files may be published by now. */
    private Optional<Fulfilment.End> inCompany(EventRow claimed, UUID run, CertificatePackage staged) {
        try {
            return storageWatch
                    .watched(() -> batch.fulfil(claimed, run, staged))
                    .map(Fulfilment.End.Done::new);
        } catch (RuntimeException undone) {
            LOG.infof("run %s of %s goes on by itself: %s", run, claimed.key().ref(), undone.getMessage());
            staging.stageAgain(claimed, run, staged);
            return Optional.empty();
        }
    }

    private Fulfilment.End fail(EventRow claimed, UUID run, Throwable failure) {
        LOG.warnf("run %s of %s failed: %s", run, claimed.key().ref(), failure);
        try {
            Fulfilment.End end = fulfilment.fail(claimed, run, describe(failure));
            discard(claimed, run);
            return end;
        } catch (RuntimeException unstored) {
            // still "processing" with a due time: the sweeper takes it over, the sender is told 202
            LOG.warnf("the failure of %s could not be stored: %s", claimed.key().ref(), unstored);
            return new Fulfilment.End.Fenced();
        }
    }

    /** Rows alone have nothing there, so a storage that hangs must not hold them up. */
    private void discard(EventRow claimed, UUID run) {
        if (!claimed.pins().earnsCertificate()) {
            return;
        }
        try {
            storage.discard(claimed.pins().slug(), run);
        } catch (RuntimeException left) {
            LOG.debugf("staging of run %s is left to the sweeper: %s", run, left);
        }
    }

    /** For people, without anything a request brought along. */
    private static String describe(Throwable failure) {
        return failure instanceof Database.DatabaseException database
                ? "the database did not finish the run (SQLSTATE " + database.sqlState() + ")"
                : failure.getClass().getSimpleName() + ": the run could not be finished, it will be tried again";
    }
}
