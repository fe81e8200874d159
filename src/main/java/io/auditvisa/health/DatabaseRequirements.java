package io.auditvisa.health;

import io.auditvisa.config.ConfigurationProblem;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.interceptor.Interceptor;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Looks once, at the start, whether our connections behave as every statement of ours relies on: a read after a lock must see
 * what the lock waited for (READ COMMITTED), Chinese text must fit, and the server must take writes.
 */
@ApplicationScoped
class DatabaseRequirements {

    private static final String LOOK = """
            SELECT current_setting('transaction_isolation'), current_setting('server_encoding'),
                   pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean""";

    private final DataSource dataSource;

    DatabaseRequirements(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    void check(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE - 2) StartupEvent event) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LOOK)) {
            row.next();
            require(
                    row.getString(1).equals("read committed"),
                    "transaction isolation READ COMMITTED, not " + row.getString(1)
                            + " (quarkus.datasource.jdbc.transaction-isolation-level)");
            require(row.getString(2).equals("UTF8"), "encoding UTF8, not " + row.getString(2));
            require(!row.getBoolean(3), "a server that takes writes; this one is read-only");
        }
    }

    private static void require(boolean holds, String wanted) {
        if (!holds) {
            throw new ConfigurationProblem("the database of quarkus.datasource.jdbc.url needs " + wanted);
        }
    }
}
