package io.auditvisa.event;

import java.sql.Connection;
import java.sql.SQLException;

/** A rule that holds over the whole database at any time (GO-7); a CDI bean, found and run by {@code GET /invariants}. */
public interface InvariantRule {

    /** Checks the rule on one snapshot of the database; only reads. */
    InvariantCheck check(Connection connection) throws SQLException;
}
