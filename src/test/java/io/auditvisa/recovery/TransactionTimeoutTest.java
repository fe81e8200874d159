package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.auditvisa.testing.Eventually;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** quarkusio/quarkus#45087: after a JTA timeout the connection of the transaction must not go on in auto-commit mode. */
@QuarkusTest
class TransactionTimeoutTest {

    @Inject
    DataSource dataSource;

    @Inject
    LiveEvents events;

    @Test
    void whatIsWrittenAfterTheTransactionTimedOutIsNotCommitted() throws Exception {
        events.execute("CREATE TABLE IF NOT EXISTS timeout_probe (n integer)");
        events.execute("TRUNCATE timeout_probe");
        for (int round = 0; round < 3; round++) {
            assertThatThrownBy(this::writeBeforeAndAfterTheTimeout).isNotNull();

            assertThat(events.text("SELECT count(*)::text FROM timeout_probe")).isEqualTo("0");
        }
        events.execute("DROP TABLE timeout_probe");
    }

    private void writeBeforeAndAfterTheTimeout() {
        QuarkusTransaction.requiringNew().timeout(1).run(() -> {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO timeout_probe VALUES (1)");
                Eventually.sleep(2_500); // the reaper rolls back meanwhile
                statement.execute("INSERT INTO timeout_probe VALUES (2)");
            } catch (java.sql.SQLException failed) {
                throw new IllegalStateException(failed);
            }
        });
    }
}
