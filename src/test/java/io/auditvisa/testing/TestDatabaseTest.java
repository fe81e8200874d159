package io.auditvisa.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@QuarkusTest
class TestDatabaseTest {

    @Inject
    DataSource dataSource;

    @Test
    void aTestRunsOnThePinnedPostgresWithoutAskingForIt() throws SQLException {
        Sql sql = new Sql(dataSource);

        assertThat(sql.value("SHOW server_version")).isEqualTo("17.11");
        assertThat(sql.value("SHOW listen_addresses")).isEqualTo("127.0.0.1");
    }
}
