package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.ledger.LedgerDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The statements of the hot path are planned once per connection, perhaps while nothing is stored. Such a plan must look every
 * row up by an index, for the tables grow under it.
 */
class HotPathPlansTest {

    private static final LedgerDatabase DATABASE = LedgerDatabase.create();

    static List<String> statements() {
        return List.of(
                EventSql.REUSE,
                EventSql.LOOK_UP_NEW,
                EventSql.CLAIM,
                EventSql.TAKE_UP,
                EventSql.FULFIL,
                EventSql.BY_REF,
                EventSql.FULFIL_MANY,
                EventSql.FINISH_MANY);
    }

    @ParameterizedTest
    @MethodSource("statements")
    void aPlanMadeOnEmptyTablesLooksEveryRowUpByIndex(String statements) throws SQLException {
        String plan = planOfLast(statements);

        assertThat(plan).contains("Index Cond").doesNotContain("Seq Scan", "Hash Join", "Merge Join", "hashed");
        // an index without a condition is read from end to end, too
        Matcher scans = Pattern.compile("(?m)^.*Index (Only )?Scan.*\\R(.*)$").matcher(plan);
        while (scans.find()) {
            assertThat(scans.group(2)).as(plan).contains("Index Cond");
        }
    }

    private static String planOfLast(String statements) throws SQLException {
        String[] all = statements.split(";\\s*\\n");
        String last = all[all.length - 1];
        Matcher holes = Pattern.compile("\\?").matcher(last);
        int[] number = {0};
        String numbered = holes.replaceAll(hole -> "\\$" + ++number[0]);
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan");
            statement.execute("PREPARE hot AS " + numbered);
            String values = String.join(", ", Collections.nCopies(number[0], "NULL"));
            StringBuilder plan = new StringBuilder();
            try (ResultSet lines = statement.executeQuery("EXPLAIN EXECUTE hot(" + values + ")")) {
                while (lines.next()) {
                    plan.append(lines.getString(1)).append('\n');
                }
            }
            return plan.toString();
        }
    }
}
