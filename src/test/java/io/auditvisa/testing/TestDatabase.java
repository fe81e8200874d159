package io.auditvisa.testing;

import io.auditvisa.postgres.EmbeddedDatabase;
import io.auditvisa.postgres.EmbeddedDatabase.Durability;
import io.auditvisa.postgres.PostgresServer;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.nio.file.Path;
import java.util.Map;

/**
 * Gives every {@code @QuarkusTest} of the JVM one real PostgreSQL server with an empty database, without an annotation on the
 * test. Its data lie under {@code target}; the server ends with the JVM.
 */
@QuarkusTestResource(value = TestDatabase.class, restrictToAnnotatedClass = false)
public final class TestDatabase implements QuarkusTestResourceLifecycleManager {

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    @Override
    public Map<String, String> start() {
        String url = EmbeddedDatabase.jdbcUrl(
                TARGET.resolve("test-postgres"), TARGET.resolve("postgres-binaries"), Durability.THROWN_AWAY);
        return Map.of(
                "quarkus.datasource.jdbc.url",
                url,
                "quarkus.datasource.username",
                PostgresServer.USER,
                "auditvisa.data-dir",
                TARGET.resolve("test-data").toString());
    }

    @Override
    public void stop() {
        // Other test profiles of this JVM go on with the same server; it ends with the JVM.
    }
}
