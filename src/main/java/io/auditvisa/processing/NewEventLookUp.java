package io.auditvisa.processing;

import io.auditvisa.event.Business;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.ledger.Ledger;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which of several arrivals are of events that nobody has seen: locked first, then looked up, in one round trip. */
final class NewEventLookUp {

    private NewEventLookUp() {}

    /** Those that are certainly new and whose locks this transaction got, with ids for their rows. */
    static List<Birth> unseen(Connection connection, Limits limits, List<Arrival> batch) throws SQLException {
        try (PreparedStatement statement =
                Query.prepare(connection, EventSql.LOOK_UP_NEW, parameters(connection, limits, batch))) {
            List<Boolean> mine = Query.tryLocks(statement);
            return read(statement.getResultSet(), batch, mine);
        }
    }

    private static List<Birth> read(ResultSet row, List<Arrival> batch, List<Boolean> mine) throws SQLException {
        List<Birth> births = new ArrayList<>();
        for (int i = 0; row.next(); i++) {
            if (mine.get(i) && !row.getBoolean("known")) {
                births.add(new Birth(
                        batch.get(i),
                        row.getLong("event"),
                        row.getObject("line", Long.class),
                        row.getObject("db_now", OffsetDateTime.class).toInstant(),
                        null));
            }
        }
        return births;
    }

    /** Names that at most one event of a transaction may have, because a row with that name is unique. */
    static List<String> sharedNames(IncomingEvent incoming) {
        String source = incoming.key().source();
        List<String> names = new ArrayList<>();
        names.add("event " + source + " " + incoming.key().eventId());
        Business.Message message = incoming.business().message();
        if (message != null) {
            names.add("message " + source + " " + message.messageId());
            names.add("inbox " + source + " " + message.inboxKey());
        }
        if (incoming.fact() != null) {
            names.add("fact " + source + " " + incoming.fact());
        }
        return names;
    }

    private static @Nullable Object[] parameters(Connection connection, Limits limits, List<Arrival> batch)
            throws SQLException {
        List<int[]> births =
                batch.stream().map(arrival -> arrival.key().birthLockKey()).toList();
        return new Object[] {
            Long.toString(limits.batchLockWait().toMillis()),
            Long.toString(limits.idle().toMillis()),
            array(
                    connection,
                    "bigint",
                    batch,
                    incoming -> EventKey.sourceLockKey(incoming.key().source())),
            Query.array(connection, "int", births, birth -> birth[0]),
            Query.array(connection, "int", births, birth -> birth[1]),
            array(connection, "bigint", batch, NewEventLookUp::messageLockKey),
            array(connection, "text", batch, incoming -> incoming.key().source()),
            array(connection, "text", batch, incoming -> incoming.key().eventId()),
            array(connection, "text", batch, incoming -> ofMessage(incoming, Business.Message::messageId)),
            array(connection, "text", batch, incoming -> ofMessage(incoming, Business.Message::inboxKey)),
            array(connection, "text", batch, IncomingEvent::fact)
        };
    }

    private static @Nullable Long messageLockKey(IncomingEvent incoming) {
        Business.Message message = incoming.business().message();
        return message == null ? null : Ledger.messageLockKey(incoming.key().source(), message.messageId());
    }

    private static @Nullable String ofMessage(IncomingEvent incoming, Function<Business.Message, String> member) {
        Business.Message message = incoming.business().message();
        return message == null ? null : member.apply(message);
    }

    private static Array array(
            Connection connection, String type, List<Arrival> batch, Function<IncomingEvent, @Nullable Object> member)
            throws SQLException {
        return Query.array(connection, type, batch, arrival -> member.apply(arrival.incoming()));
    }
}
