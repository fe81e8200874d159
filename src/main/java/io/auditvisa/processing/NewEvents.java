package io.auditvisa.processing;

import io.auditvisa.event.Business;
import io.auditvisa.event.CrashPoint;
import io.auditvisa.event.Effect;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.ledger.NewDebits;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The direct way: first arrivals of new events, those of different events together in one transaction, so that many cost one
 * COMMIT. Whoever waits while a transaction is under way shares the next one; nobody waits for company.
 *
 * <p>Only the plain case is taken: an event, a message, an inbox key and a business fact that nobody has seen, and a debit that
 * the balance covers. Everything else is left to the ordinary claim, with nothing written; so is every event of a transaction
 * that ended with an exception, which tells by the request whether it was stored.
 *
 * <p>Locks are tried, not waited for, but those of the accounts, which are taken in one order before the first write. Messages and
 * certificates never share a transaction: none holds accounts and business facts at once, so they wait for each other in no circle.
 */
@ApplicationScoped
class NewEvents {

    /** Transactions under way at a time in this process, of messages and of certificates each. */
    private static final int LANES = 2;

    private static final Set<Effect> MESSAGES = EnumSet.of(Effect.DEBIT, Effect.INBOX, Effect.CRM);

    private final Database database;
    private final Limits limits;
    private final NewEventRows rows;
    private final SingleFlight<Integer, Arrival, Optional<Settled>> flights = new SingleFlight<>();

    NewEvents(Database database, Limits limits, NewEventRows rows) {
        this.database = database;
        this.limits = limits;
        this.rows = rows;
    }

    /** Stores the first arrival of a new event and ends it, or starts its run; empty, with nothing stored, when it is no plain case. */
    Optional<Settled> begin(Arrival arrival) {
        return lane(arrival.incoming())
                .flatMap(lane -> flights.submit(
                        lane, arrival, batch -> database.transaction(connection -> begin(connection, batch))));
    }

    /** Messages of one account share a lane: their transactions would wait for each other anyway. */
    private static Optional<Integer> lane(IncomingEvent incoming) {
        if (incoming.refusal() != null || incoming.canonicalRef() != null) {
            return Optional.empty();
        }
        if (isCertificate(incoming)) {
            return Optional.of(Math.floorMod(incoming.key().hashCode(), LANES));
        }
        String account = incoming.business().account();
        return account != null && isMessage(incoming)
                ? Optional.of(LANES + Math.floorMod(account.hashCode(), LANES))
                : Optional.empty();
    }

    private static boolean isCertificate(IncomingEvent incoming) {
        return Effects.areCertificateAlone(incoming.effects())
                && incoming.business().message() == null;
    }

    private static boolean isMessage(IncomingEvent incoming) {
        Set<Effect> effects = incoming.effects();
        return effects.contains(Effect.DEBIT)
                && effects.contains(Effect.INBOX)
                && MESSAGES.containsAll(effects)
                && incoming.business().message() != null
                && incoming.fact() == null;
    }

    private List<Optional<Settled>> begin(Connection connection, List<Arrival> batch) throws SQLException {
        List<Birth> unseen = distinct(NewEventLookUp.unseen(connection, limits, batch));
        Set<String> accounts = new TreeSet<>();
        unseen.stream().filter(Birth::endsAtOnce).forEach(birth -> accounts.add(birth.account()));
        Map<UUID, Settled> settled;
        if (accounts.isEmpty()) {
            settled = rows.write(connection, unseen);
        } else {
            NewDebits debits = NewDebits.lock(connection, accounts, unseen.size());
            settled = rows.write(connection, covered(unseen, debits));
            debits.write(connection);
            CrashPoint.pass("direct-rows-written");
        }
        return batch.stream()
                .map(arrival -> Optional.ofNullable(settled.get(arrival.runId())))
                .toList();
    }

    /** In one order, that of their keys and business facts; of events that would share a row only the first. */
    private static List<Birth> distinct(List<Birth> births) {
        List<Birth> sorted = new ArrayList<>(births);
        sorted.sort(Comparator.comparing(NewEvents::order));
        Set<String> taken = new HashSet<>();
        sorted.removeIf(birth -> {
            List<String> names = NewEventLookUp.sharedNames(birth.incoming());
            boolean shares = names.stream().anyMatch(taken::contains);
            if (!shares) {
                taken.addAll(names);
            }
            return shares;
        });
        return sorted;
    }

    private static String order(Birth birth) {
        String fact = birth.incoming().fact();
        return fact == null
                ? birth.incoming().key().ref()
                : birth.incoming().key().source() + " " + fact;
    }

    private static List<Birth> covered(List<Birth> births, NewDebits debits) {
        List<Birth> covered = new ArrayList<>();
        for (Birth birth : births) {
            IncomingEvent incoming = birth.incoming();
            Business business = incoming.business();
            debits.plan(incoming.key(), business, incoming.effects())
                    .ifPresent(entry -> covered.add(birth.debited(entry, debits.now())));
        }
        return covered;
    }
}
