package io.auditvisa.processing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** A fail-over leaves the pool connected to a server that only reads: 503, and writing again without a restart. */
@QuarkusTest
class ReadOnlyDatabaseTest {

    private static final int MOST_LAST_EVENTS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Inject
    EventProcessor processor;

    @Inject
    Events events;

    @Inject
    AgroalDataSource dataSource;

    @ConfigProperty(name = "quarkus.datasource.jdbc.url")
    String url;

    @ConfigProperty(name = "quarkus.datasource.username")
    String user;

    @Test
    void aPoolFullOfReadOnlyConnectionsIsLeftBehindOnceThereIsAWriterAgain() throws Exception {
        TestEvents event = TestEvents.plain();
        alterDatabase("SET default_transaction_read_only = on");
        try {
            dataSource.flush(AgroalDataSource.FlushMode.ALL); // beside us: a writing connection may serve a last event
            Outcome refused = processor.process(event.arrival());
            for (int i = 0; i < MOST_LAST_EVENTS && refused instanceof Outcome.Processed; i++) {
                event = TestEvents.plain();
                refused = processor.process(event.arrival());
            }

            assertThat(refused)
                    .isInstanceOfSatisfying(
                            Outcome.Unavailable.class,
                            unavailable -> assertThat(unavailable.code()).isEqualTo("database_unavailable"));
            event.post()
                    .then()
                    .statusCode(503)
                    .header("Retry-After", notNullValue())
                    .body("code", equalTo("database_unavailable"));
        } finally {
            alterDatabase("RESET default_transaction_read_only");
        }

        Outcome outcome = processor.process(event.arrival());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (outcome instanceof Outcome.Unavailable && System.nanoTime() < deadline) {
            Thread.sleep(50); // the pool is renewed beside the requests
            outcome = processor.process(event.arrival());
        }

        assertThat(outcome).isInstanceOf(Outcome.Processed.class);
        assertThat(events.byKey(event.key()).orElseThrow().history().arrivals()).isEqualTo(1);
        dataSource.flush(AgroalDataSource.FlushMode.GRACEFUL);
    }

    private void alterDatabase(String change) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, "");
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE");
            String name = connection.getCatalog();
            statement.execute("ALTER DATABASE \"" + name + "\" " + change);
        }
    }
}
