package io.auditvisa.processing;

import io.auditvisa.certificate.CertificatePackage;
import io.auditvisa.crm.CrmForwards;
import io.auditvisa.delivery.Delivery;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.Publication;
import io.auditvisa.event.CrashPoint;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.Failure;
import io.auditvisa.event.StepLog;
import io.auditvisa.inbox.Inbox;
import io.auditvisa.ledger.Ledger;
import io.auditvisa.ledger.LedgerPlan;
import io.auditvisa.notification.Notifications;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The effects of one event, in blocking order: first all that can refuse, then money, inbox, intents, files. */
@ApplicationScoped
class Effects {

    private static final Set<Effect> CERTIFICATE_ALONE = EnumSet.of(Effect.CERTIFICATE, Effect.NOTIFICATION);

    private final Ledger ledger;
    private final Inbox inbox;
    private final CrmForwards crm;
    private final Notifications notifications;
    private final DeliveryStorage storage;

    Effects(Ledger ledger, Inbox inbox, CrmForwards crm, Notifications notifications, DeliveryStorage storage) {
        this.ledger = ledger;
        this.inbox = inbox;
        this.crm = crm;
        this.notifications = notifications;
        this.storage = storage;
    }

    /** What the effects left behind, for the event row. */
    record Made(
            byte @Nullable [] runHash,
            @Nullable Long ledgerEntryId,
            @Nullable Long inboxLineId) {}

    /** Whether an event with these pins leaves rows only, no file. */
    boolean areRowsAlone(EventRow row) {
        return row.pins().refusal() != null || !row.pins().earnsCertificate();
    }

    /** Whether the one result is a certificate; operators may be told of it. */
    static boolean areCertificateAlone(Set<Effect> effects) {
        return effects.contains(Effect.CERTIFICATE) && CERTIFICATE_ALONE.containsAll(effects);
    }

    /** Carries out all effects or refuses with nothing written; how the run ends with it. */
    Ending end(Connection connection, LockedEvent locked, @Nullable CertificatePackage staged, UUID run)
            throws SQLException {
        return switch (apply(connection, locked, staged, run)) {
            case Applied.Refused(Failure failure) -> Ending.refused(locked.row(), failure);
            case Applied.Done(Made made) -> Ending.processed(locked.row(), made);
        };
    }

    /** All or nothing. */
    private sealed interface Applied {

        /** A value, not an exception: nothing was written. */
        record Refused(Failure failure) implements Applied {}

        /** Everything was written. */
        record Done(Made made) implements Applied {}
    }

    private Applied apply(Connection connection, LockedEvent locked, @Nullable CertificatePackage staged, UUID run)
            throws SQLException {
        EventRow row = locked.row();
        Failure refusal = row.pins().refusal();
        if (refusal != null) {
            return new Applied.Refused(refusal);
        }
        Set<Effect> effects = Effect.split(row.pins().effects()).orElseThrow();
        LedgerPlan plan = ledger.plan(connection, row.key(), row.id(), row.business(), effects);
        if (plan instanceof LedgerPlan.Refused(Failure failure)) {
            return new Applied.Refused(failure);
        }
        Long entry = ledger.apply(connection, plan, row.key(), row.business());
        Inbox.Filing filing = effects.contains(Effect.INBOX) && row.business().message() != null
                ? inbox.file(connection, row.key(), row.business(), entry, locked.now())
                : null;
        if (effects.contains(Effect.CRM) && filing != null && filing.isNews()) {
            CrmForwards.Line line = line(filing, entry);
            crm.intend(connection, new CrmForwards.Intent(row.id(), row.key(), row.business(), line, locked.now()));
        }
        if (effects.contains(Effect.NOTIFICATION)) {
            notifications.intend(connection, row.id(), locked.now());
        }
        if (staged != null) {
            deliver(locked, staged, run);
        }
        return new Applied.Done(
                new Made(staged == null ? null : staged.runHash(), entry, filing == null ? null : filing.lineId()));
    }

    private static CrmForwards.Line line(Inbox.Filing filing, @Nullable Long entry) {
        boolean filed = filing.change() == Inbox.Change.FILED;
        return new CrmForwards.Line(filing.lineId(), filing.thread(), filing.account(), filed, entry);
    }

    /** The row of the delivery, then its files; both count only with the COMMIT of this transaction. */
    private void deliver(LockedEvent locked, CertificatePackage staged, UUID run) {
        delivery(locked.row(), staged, locked.now()).persistAndFlush();
        CrashPoint.pass("delivery-row-written");
        Publication publication = storage.publish(locked.row().pins().slug(), run);
        CrashPoint.pass("folder-published");
        logWritten(locked.row(), publication);
    }

    static Delivery delivery(EventRow row, CertificatePackage staged, Instant now) {
        Delivery delivery = new Delivery();
        delivery.event = row.id();
        delivery.slug = row.pins().slug();
        delivery.withheld = row.pins().withheld();
        delivery.statement = staged.statement();
        delivery.runHash = staged.runHash();
        delivery.signature = staged.signature();
        delivery.keyId = staged.keyId();
        delivery.rendererVersion = staged.rendererVersion();
        delivery.htmlSha256 = staged.htmlSha256();
        delivery.zipSha256 = staged.zipSha256();
        delivery.createdAt = now;
        return delivery;
    }

    static void logWritten(EventRow row, Publication publication) {
        String how = publication.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        StepLog.log(
                StepLog.Step.delivery_written,
                row.key(),
                null,
                "slug",
                row.pins().slug(),
                "how",
                how);
    }
}
