package io.auditvisa.testing;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Single statements of a test, each a transaction of its own. */
public record Sql(DataSource dataSource) {

    public void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of the first row. */
    public Object value(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getObject(1);
        }
    }

    public long number(String sql) throws SQLException {
        return ((Number) value(sql)).longValue();
    }
}
