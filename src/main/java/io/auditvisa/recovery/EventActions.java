package io.auditvisa.recovery;

import io.auditvisa.delivery.Delivery;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.StorageException;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Failure;
import io.auditvisa.notification.Notifications;
import io.auditvisa.notification.OutsideSender;
import io.auditvisa.processing.EventProcessor;
import io.auditvisa.processing.Events;
import io.auditvisa.recovery.DeliveryRepair.Condition;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a person does to one event; each action that does anything stands in the event's history. */
@ApplicationScoped
public class EventActions {

    private static final Set<String> RESENDABLE = Set.of("failed", "unknown", "disabled");

    private final EventProcessor processor;
    private final Events events;
    private final DeliveryRows deliveries;
    private final DeliveryRepair repair;
    private final DeliveryStorage storage;
    private final Notifications notifications;
    private final NotificationState notificationState;
    private final OutsideSender sender;

    EventActions(
            EventProcessor processor,
            Events events,
            DeliveryRows deliveries,
            DeliveryRepair repair,
            DeliveryStorage storage,
            Notifications notifications,
            NotificationState notificationState,
            OutsideSender sender) {
        this.processor = processor;
        this.events = events;
        this.deliveries = deliveries;
        this.repair = repair;
        this.storage = storage;
        this.notifications = notifications;
        this.notificationState = notificationState;
        this.sender = sender;
    }

    /** How an action ended. */
    public sealed interface Done {

        /** It was done. */
        record Changed() implements Done {}

        /** It cannot be done with the event as it is. */
        record Refused(String code, String why) implements Done {}
    }

    /**
     * What a check found.
     *
     * @param found a sentence for each thing that was wrong; empty when nothing was
     * @param repaired whether all of it is right now
     */
    public record Checked(List<String> found, boolean repaired) {}

    /** Compares files and rows of an event, repairs what the record can repair, and notes it. */
    public Checked check(EventRow event, String actor, String reason) {
        EventRow row = events.officialOf(event).orElse(event); // a twin has no files of its own
        Checked checked = row.result().imported() ? new Checked(List.of(), false) : checkFiles(row);
        String result = checked.found().isEmpty()
                ? "nothing wrong"
                : String.join("; ", checked.found()) + (checked.repaired() ? "; repaired" : "; not repaired");
        processor.act(
                event.id(), actor, (connection, now, at) -> Optional.of("check: " + reason + " (" + result + ")"));
        return checked;
    }

    private Checked checkFiles(EventRow row) {
        Optional<Delivery> delivery = deliveries.ofEvent(row.id());
        if (delivery.isPresent()) {
            return switch (repair.check(delivery.get())) {
                case Condition.Intact intact -> new Checked(List.of(), false);
                case Condition.Repaired(List<String> wrong, String how) -> new Checked(and(wrong, how), true);
                case Condition.Damaged(List<String> wrong, String why) -> new Checked(and(wrong, why), false);
                case Condition.Left(List<String> wrong, String why) -> new Checked(and(wrong, why), false);
            };
        }
        if (row.pins().earnsCertificate() && storage.exists(row.pins().slug())) {
            return new Checked(List.of("files are published and no record tells of them: recover completes it"), false);
        }
        boolean missing = row.status() == EventStatus.PROCESSED
                && Effect.split(row.pins().effects()).orElse(Set.of()).contains(Effect.CERTIFICATE);
        return new Checked(missing ? List.of("the delivery row is missing") : List.of(), false);
    }

    /** Runs an unfinished event again at once. */
    public Done recover(EventRow event, String actor, String reason) {
        if (processor.takeUp(event.id(), actor, reason, true).isPresent()) {
            return new Done.Changed();
        }
        EventRow now = events.byId(event.id()).orElse(event);
        return refusal(now, "not_recoverable", "there is nothing to recover");
    }

    /**
     * Gives an unfinished event up; what a cut-off run of it published is set aside, also when that appears later.
     *
     * @throws StorageException the event is given up, its files could not be set aside: to be asked again
     */
    public Done abandon(EventRow event, String actor, String reason) {
        Optional<EventRow> abandoned = processor.abandon(event.id(), actor, reason);
        EventRow now = abandoned.or(() -> events.byId(event.id())).orElse(event);
        boolean left = isAbandoned(now)
                && now.pins().earnsCertificate()
                && storage.exists(now.pins().slug());
        if (left && abandoned.isEmpty()) {
            processor.act(
                    event.id(),
                    actor,
                    (connection, row, at) -> Optional.of("abandon: " + reason + " (files set aside)"));
        }
        if (left) {
            storage.quarantine(now.pins().slug());
        }
        return abandoned.isPresent() || left
                ? new Done.Changed()
                : refusal(now, "not_abandonable", "there is nothing to give up");
    }

    private static boolean isAbandoned(EventRow row) {
        Failure failure = row.run().failure();
        return failure != null && failure.code().equals(Failure.ABANDONED);
    }

    private static Done refusal(EventRow row, String code, String why) {
        if (isAbandoned(row)) {
            return new Done.Refused("already_abandoned", "the event was abandoned");
        }
        return row.status() == EventStatus.PROCESSING
                ? new Done.Refused("in_progress", "a run is at work on the event")
                : new Done.Refused(code, "the event is " + row.status().wireName() + ": " + why);
    }

    /** Has the event's message sent once more, only when it did not surely arrive. */
    public Done resend(EventRow event, String actor, String reason) {
        Optional<EventRow> done = processor.act(event.id(), actor, (connection, row, now) -> {
            Optional<String> state = notificationState.of(connection, row.id());
            boolean again = state.filter(RESENDABLE::contains).isPresent()
                    && notifications.intendAgain(connection, row.id(), now);
            return again
                    ? Optional.of("resend-notification: " + reason + " (was " + state.get() + ")")
                    : Optional.empty();
        });
        if (done.isEmpty()) {
            return new Done.Refused(
                    "not_resendable", "only a message that failed, is unknown or was disabled is sent again");
        }
        sender.wake();
        return new Done.Changed();
    }

    private static List<String> and(List<String> wrong, String more) {
        List<String> all = new ArrayList<>(wrong);
        all.add(more);
        return all;
    }
}
