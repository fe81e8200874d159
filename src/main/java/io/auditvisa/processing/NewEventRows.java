package io.auditvisa.processing;

import io.auditvisa.crm.CrmForwards;
import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.inbox.Inbox;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes the rows of several new events, one round trip for each kind of row; the money is the caller's. */
@ApplicationScoped
class NewEventRows {

    private final Pinning pinning;
    private final Limits limits;
    private final CrmForwards crm;

    NewEventRows(Pinning pinning, Limits limits, CrmForwards crm) {
        this.pinning = pinning;
        this.limits = limits;
        this.crm = crm;
    }

    /** What each event is settled as, by the run id of its arrival. */
    Map<UUID, Settled> write(Connection connection, List<Birth> births) throws SQLException {
        Map<UUID, Settled> settled = new HashMap<>();
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
                    birth.arrival().runId(),
                    birth.endsAtOnce() ? new Settled.Ended(rows.row(), false) : new Settled.Started(rows.row(), false));
        }
        Query.each(connection, EventSql.INSERT_NEW, events);
        Query.each(connection, EventSql.INSERT_NEW_FACT, facts);
        Query.each(connection, History.ARRIVAL, arrivals);
        Query.each(connection, History.TRANSITION, transitions);
        writeLines(connection, births);
        return settled;
    }

    private void writeLines(Connection connection, List<Birth> births) throws SQLException {
        List<Inbox.NewLine> lines = new ArrayList<>();
        List<CrmForwards.Intent> forwards = new ArrayList<>();
        for (Birth birth : births) {
            Business business = birth.incoming().business();
            if (birth.line() == null || business.message() == null) {
                continue;
            }
            EventKey key = birth.incoming().key();
            Inbox.NewLine line = new Inbox.NewLine(birth.line(), key, birth.account(), business.message(), birth.now());
            lines.add(line);
            if (birth.incoming().effects().contains(Effect.CRM)) {
                CrmForwards.Line told =
                        new CrmForwards.Line(line.id(), line.thread(), line.account(), true, birth.entry());
                forwards.add(new CrmForwards.Intent(birth.event(), key, business, told, birth.now()));
            }
        }
        if (!lines.isEmpty()) {
            lines.sort(Comparator.comparing(line -> line.message().inboxKey()));
            Inbox.fileNew(connection, lines);
            crm.intendAll(connection, forwards);
        }
    }
}
