package io.auditvisa.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@QuarkusTest
class TestDatabaseTest {

    @Inject
    DataSource dataSource;

    @Test
    void aTestRunsOnThePinnedPostgresWithoutAskingForIt() throws SQLException {
        assertThat(ask("SHOW server_version")).isEqualTo("17.11");
        assertThat(ask("SHOW listen_addresses")).isEqualTo("127.0.0.1");
    }

    private String ask(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
