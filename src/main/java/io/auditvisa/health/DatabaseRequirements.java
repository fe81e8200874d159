package io.auditvisa.health;

import io.auditvisa.config.ConfigurationProblem;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Looks once, before anything is written, whether the pool's connections behave as every statement of ours relies on: a read after
 * a lock must see what the lock waited for (READ COMMITTED), Chinese text must fit, and the server must take writes.
 */
@ApplicationScoped
class DatabaseRequirements {

    private static final String LOOK = """
            SELECT current_setting('transaction_isolation'), current_setting('server_encoding'),
                   pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean""";

    private static final String READ_ONLY = "25006";

    private final DataSource dataSource;

    DatabaseRequirements(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Throws a ConfigurationProblem for what stays as it is; an SQLException for a server that may take writes later. */
    void check() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LOOK)) {
            row.next();
            require(
                    row.getString(1).equals("read committed"),
                    "transaction isolation READ COMMITTED, not " + row.getString(1)
                            + " (quarkus.datasource.jdbc.transaction-isolation-level)");
            require(row.getString(2).equals("UTF8"), "encoding UTF8, not " + row.getString(2));
            if (row.getBoolean(3)) {
                throw new SQLException("the server takes no writes: it is read-only, or a standby", READ_ONLY);
            }
        }
    }

    private static void require(boolean holds, String wanted) {
        if (!holds) {
            throw new ConfigurationProblem("the database of quarkus.datasource.jdbc.url needs " + wanted);
        }
    }
}
