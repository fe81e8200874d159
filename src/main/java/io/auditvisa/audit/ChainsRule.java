package io.auditvisa.audit;

import io.auditvisa.event.InvariantCheck;
import io.auditvisa.event.InvariantRule;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Every event's history chain (GO-6) re-computed from its first row, in one pass over all of them. */
@ApplicationScoped
public class ChainsRule implements InvariantRule {

    private static final int FETCH_SIZE = 1000;

    private static final String ALL_HISTORIES =
            "SELECT e.ref, e.history_length, e.history_head, h.* FROM event e LEFT JOIN " + HistoryRow.BOTH_TABLES
                    + " ON h.event = e.id ORDER BY e.id, h.history_number";

    @Override
    public InvariantCheck check(Connection connection) throws SQLException {
        Pass pass = new Pass();
        Sql.of(ALL_HISTORIES).each(connection, FETCH_SIZE, pass::accept);
        pass.endEvent();
        return pass.broken.check("chains_valid");
    }

    /** The event whose rows are coming in, and what was found up to here. */
    private static final class Pass {

        private final Offenders broken = new Offenders();
        private @Nullable Recorded current;

        private record Recorded(String ref, int length, byte[] head, ChainCheck chain) {}

        void accept(ResultSet row) throws SQLException {
            String ref = row.getString("ref");
            if (current == null || !current.ref.equals(ref)) {
                endEvent();
                current = new Recorded(
                        ref, row.getInt("history_length"), row.getBytes("history_head"), new ChainCheck(ref));
            }
            if (row.getString("kind") != null) {
                current.chain.accept(HistoryRow.read(row));
            }
        }

        void endEvent() {
            if (current != null && !current.chain.endsAt(current.length, current.head)) {
                broken.add(current.ref);
            }
        }
    }
}
