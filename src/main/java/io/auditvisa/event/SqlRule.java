package io.auditvisa.event;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * An invariant that one query decides.
 *
 * @param name the rule, snake_case
 * @param offenders a query whose one column names each offender
 */
public record SqlRule(String name, String offenders) implements InvariantRule {

    private static final int SHOWN = 100;
    private static final int FETCH_SIZE = 500;

    @Override
    public InvariantCheck check(Connection connection) throws SQLException {
        List<String> first = new ArrayList<>();
        long count = 0;
        try (Statement query = connection.createStatement()) {
            query.setFetchSize(FETCH_SIZE);
            try (ResultSet rows = query.executeQuery(offenders)) {
                while (rows.next()) {
                    count++;
                    if (first.size() < SHOWN) {
                        first.add(rows.getString(1));
                    }
                }
            }
        }
        return new InvariantCheck(name, count == 0, count, List.copyOf(first));
    }
}
