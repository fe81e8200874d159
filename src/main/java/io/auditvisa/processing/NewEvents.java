package io.auditvisa.processing;

import io.auditvisa.crm.CrmForwards;
import io.auditvisa.event.Business;
import io.auditvisa.event.CrashPoint;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.inbox.Inbox;
import io.auditvisa.ledger.NewDebits;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The direct way: first arrivals of new events, those of different events together in one transaction, so that many cost one
 * COMMIT. Whoever waits while a transaction is under way shares the next one; nobody waits for company.
 *
 * <p>Only the plain case is taken: an event, a message, an inbox key and a business fact that nobody has seen, and a debit that
 * the balance covers. Everything else is left to the ordinary claim, with nothing written; so is every event of a transaction
 * that ended with an exception, which tells by the request whether it was stored. No lock but the accounts' is waited for, and
 * those are taken in one order before the first write; so transactions of many events wait for each other in no circle.
 */
@ApplicationScoped
class NewEvents {

    /** Transactions under way at a time in this process. */
    private static final int LANES = 2;

    private static final Set<Effect> CERTIFICATES = EnumSet.of(Effect.CERTIFICATE, Effect.NOTIFICATION);
    private static final Set<Effect> MESSAGES = EnumSet.of(Effect.DEBIT, Effect.INBOX, Effect.CRM);

    private final Database database;
    private final Pinning pinning;
    private final Limits limits;
    private final CrmForwards crm;
    private final SingleFlight<Integer, Arrival, Optional<Settled>> flights = new SingleFlight<>();

    NewEvents(Database database, Pinning pinning, Limits limits, CrmForwards crm) {
        this.database = database;
        this.pinning = pinning;
        this.limits = limits;
        this.crm = crm;
    }

    /** Stores the first arrival of a new event and ends it, or starts its run; empty, with nothing stored, when it is no plain case. */
    Optional<Settled> begin(Arrival arrival) {
        return isPlain(arrival.incoming())
                ? flights.submit(
                        lane(arrival.incoming()),
                        arrival,
                        batch -> database.transaction(connection -> begin(connection, batch)))
                : Optional.empty();
    }

    private static boolean isPlain(IncomingEvent incoming) {
        Set<Effect> effects = incoming.effects();
        Business business = incoming.business();
        boolean certificate = effects.contains(Effect.CERTIFICATE) && CERTIFICATES.containsAll(effects);
        boolean message = effects.contains(Effect.DEBIT)
                && effects.contains(Effect.INBOX)
                && MESSAGES.containsAll(effects)
                && business.message() != null
                && business.account() != null;
        return incoming.refusal() == null
                && incoming.canonicalRef() == null
                && (certificate ? business.message() == null : message && incoming.fact() == null);
    }

    /** Messages of one account share a lane: their transactions would wait for each other anyway. */
    private static int lane(IncomingEvent incoming) {
        return Math.floorMod(
                Objects.hash(incoming.business().account(), incoming.key().source()), LANES);
    }

    private List<Optional<Settled>> begin(Connection connection, List<Arrival> batch) throws SQLException {
        List<Birth> unseen = distinct(NewEventLookUp.unseen(connection, limits, batch));
        NewDebits debits = NewDebits.lock(connection, accounts(unseen));
        List<Birth> plain =
                unseen.stream().filter(birth -> isCovered(debits, birth)).toList();
        Map<EventKey, Settled> settled = plain.isEmpty() ? Map.of() : write(connection, plain, debits);
        return batch.stream()
                .map(arrival -> Optional.ofNullable(settled.get(arrival.key())))
                .toList();
    }

    /** In the order of their keys; of events that would share a row only the first. */
    private static List<Birth> distinct(List<Birth> births) {
        List<Birth> sorted = new ArrayList<>(births);
        sorted.sort(Comparator.comparing(birth -> birth.incoming().key().ref()));
        Map<List<@Nullable String>, Birth> taken = new HashMap<>();
        sorted.removeIf(birth -> NewEventLookUp.sharedNames(birth.incoming()).stream()
                .anyMatch(name -> taken.putIfAbsent(name, birth) != null));
        return sorted;
    }

    private static List<String> accounts(List<Birth> births) {
        return births.stream()
                .filter(Birth::endsAtOnce)
                .map(birth -> birth.incoming().business().account())
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static boolean isCovered(NewDebits debits, Birth birth) {
        IncomingEvent incoming = birth.incoming();
        Long entry = birth.entry();
        return entry == null || debits.plan(entry, incoming.key(), incoming.business(), incoming.effects());
    }

    private Map<EventKey, Settled> write(Connection connection, List<Birth> births, NewDebits debits)
            throws SQLException {
        Map<EventKey, Settled> settled = new HashMap<>();
        List<@Nullable Object[]> events = new ArrayList<>();
        List<Object[]> facts = new ArrayList<>();
        List<Object[]> arrivals = new ArrayList<>();
        List<Object[]> transitions = new ArrayList<>();
        for (Birth birth : births) {
            Birth.Rows rows = birth.rows(pinning, limits.grace());
            events.add(Birth.parameters(rows.row(), birth.incoming().payload().bytes()));
            arrivals.addAll(rows.history().arrivals());
            transitions.addAll(rows.history().transitions());
            String fact = birth.incoming().fact();
            if (fact != null) {
                facts.add(new Object[] {birth.incoming().key().source(), fact, birth.event()});
            }
            settled.put(
                    birth.incoming().key(),
                    birth.endsAtOnce() ? new Settled.Ended(rows.row(), false) : new Settled.Started(rows.row(), false));
        }
        Query.each(connection, EventSql.INSERT_NEW, events);
        Query.each(connection, EventSql.INSERT_NEW_FACT, facts);
        Query.each(connection, History.ARRIVAL, arrivals);
        Query.each(connection, History.TRANSITION, transitions);
        writeMessages(connection, births, debits);
        return settled;
    }

    private void writeMessages(Connection connection, List<Birth> births, NewDebits debits) throws SQLException {
        Instant now = births.getFirst().now();
        List<Inbox.NewLine> lines = new ArrayList<>();
        List<CrmForwards.Intent> forwards = new ArrayList<>();
        for (Birth birth : births) {
            Business business = birth.incoming().business();
            if (birth.line() == null || business.message() == null || business.account() == null) {
                continue;
            }
            EventKey key = birth.incoming().key();
            Inbox.NewLine line =
                    new Inbox.NewLine(birth.line(), key, business.account(), business.message(), birth.now());
            lines.add(line);
            if (birth.incoming().effects().contains(Effect.CRM)) {
                CrmForwards.Line told =
                        new CrmForwards.Line(line.id(), line.thread(), line.account(), true, birth.entry());
                forwards.add(new CrmForwards.Intent(birth.event(), key, business, told, birth.now()));
            }
        }
        if (!lines.isEmpty()) {
            debits.write(connection, now);
            lines.sort(Comparator.comparing(line -> line.message().inboxKey()));
            Inbox.fileNew(connection, lines);
            crm.intendAll(connection, forwards);
            CrashPoint.pass("direct-rows-written");
        }
    }
}
