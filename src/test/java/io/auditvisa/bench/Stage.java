package io.auditvisa.bench;

import io.auditvisa.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;

/**
 * A service on its database and the floor on a database of its own with the same schema, in the same PostgreSQL server.
 *
 * @param serviceUrl database of the service
 * @param plans of the floor, by whether the kind earns certificates
 */
record Stage(TestServer server, Service service, String serviceUrl, Floor statements, Floor together)
        implements AutoCloseable {

    /** Durable as in production (fsync and synchronous_commit are on); memory and log of a small server. */
    static final Map<String, String> POSTGRES = Map.of(
            "max_connections", "300",
            "shared_buffers", "3GB",
            "max_wal_size", "4GB",
            "checkpoint_timeout", "15min",
            "wal_compression", "off");

    /** Statistics of statements cost a little, so they are kept only for profiles. */
    static Map<String, String> postgres(BenchSettings settings) {
        Map<String, String> all = new HashMap<>(POSTGRES);
        if (settings.profile()) {
            all.put("shared_preload_libraries", "pg_stat_statements");
            all.put("pg_stat_statements.track_planning", "on");
        }
        return all;
    }

    static Stage set(TestServer server, String name, BenchSettings settings) throws Exception {
        String serviceUrl = database(server);
        Service service = Service.start(name, serviceUrl, settings);
        return on(server, service, serviceUrl);
    }

    static Stage on(TestServer server, Service service, String serviceUrl) throws Exception {
        Path folder = BenchSettings.OUTPUT.resolve("floor-" + UUID.randomUUID());
        Files.createDirectories(folder.resolve(".staging"));
        Map<Boolean, FloorPlan> plans = new HashMap<>();
        for (EventKind kind : new EventKind[] {EventKind.messages(7_001), EventKind.certificates(7_002)}) {
            plans.put(kind.isCertificate(), specimen(service, serviceUrl, kind));
        }
        String floorUrl = database(server);
        copySigningKeys(serviceUrl, floorUrl);
        Book book = new Book();
        Floor statements = new Floor(floorUrl, false, plans, folder, book);
        Floor together = new Floor(floorUrl, true, plans, folder, book);
        return new Stage(server, service, serviceUrl, statements, together);
    }

    /** An empty, migrated database with funded accounts. */
    static String database(TestServer server) throws SQLException {
        String url = server.createDatabase();
        Flyway.configure()
                .dataSource(url, "postgres", null)
                .locations("classpath:db/migration")
                .load()
                .migrate();
        try (Connection connection = TestServer.connect(url);
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    INSERT INTO account (id, name, currency, balance_minor)
                    SELECT 'acct_' || (100000 + n), 'Account ' || n, 'usd', 1000000000000
                      FROM generate_series(0, %d) n""".formatted(BenchSettings.ACCOUNTS - 1));
            statement.execute("""
                    INSERT INTO ledger_entry (account, kind, amount_minor, currency, idempotency_key, balance_after_minor,
                                              created_at)
                    SELECT id, 'credit', balance_minor, 'usd', 'bench', balance_minor, clock_timestamp() FROM account""");
        }
        return url;
    }

    private static void copySigningKeys(String from, String to) throws SQLException {
        try (Connection one = TestServer.connect(from);
                Connection two = TestServer.connect(to);
                Statement query = one.createStatement();
                ResultSet key = query.executeQuery("SELECT key_id, public_key, valid_from FROM signing_key");
                PreparedStatement copy = two.prepareStatement(
                        "INSERT INTO signing_key (key_id, public_key, valid_from) VALUES (?, ?, ?)")) {
            while (key.next()) {
                copy.setString(1, key.getString(1));
                copy.setBytes(2, key.getBytes(2));
                copy.setTimestamp(3, key.getTimestamp(3));
                copy.executeUpdate();
            }
        }
    }

    /** Sends one event twice and reads what it left. */
    private static FloorPlan specimen(Service service, String serviceUrl, EventKind kind) throws Exception {
        byte[][] tokens = kind.tokens(0);
        String eventId = kind.eventId(0);
        try (Client client = service.connect();
                Connection connection = TestServer.connect(serviceUrl)) {
            client.first(kind, 0);
            StoredRows once = StoredRows.read(connection, eventId);
            client.repeat(kind, 0);
            StoredRows twice = StoredRows.read(connection, eventId);
            return FloorPlan.of(once, twice, tokens, kind.isCertificate() ? files(service) : Map.of());
        }
    }

    /** The files of the only package. */
    private static Map<String, byte[]> files(Service service) throws IOException {
        Path deliveries = service.application().dataDirectory().resolve("deliveries");
        Map<String, byte[]> files = new HashMap<>();
        try (Stream<Path> found = Files.walk(deliveries)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                String slug = file.getParent().getFileName().toString();
                files.put(file.getFileName().toString().replace(slug, "SLUG"), Files.readAllBytes(file));
            }
        }
        if (files.isEmpty()) {
            throw new Load.VoidRun("no package in " + deliveries, null);
        }
        return files;
    }

    /** The floor must leave what the service leaves, in the same tables: otherwise the run is void. */
    void proveSameRows() throws Exception {
        for (EventKind kind : new EventKind[] {EventKind.messages(7_003), EventKind.certificates(7_004)}) {
            Map<Floor, Long> numbers = Map.of(statements, 1L, together, 2L);
            try (Client client = service.connect();
                    Connection real = TestServer.connect(serviceUrl);
                    Connection floor = TestServer.connect(statements.jdbcUrl())) {
                client.first(kind, 0);
                client.repeat(kind, 0);
                StoredRows model = StoredRows.read(real, kind.eventId(0));
                for (Map.Entry<Floor, Long> one : numbers.entrySet()) {
                    proveSame(model, floor, one.getKey(), kind, one.getValue());
                }
            }
        }
    }

    private static void proveSame(StoredRows model, Connection connection, Floor floor, EventKind kind, long n)
            throws Exception {
        try (Client client = floor.connect()) {
            client.first(kind, n);
            client.repeat(kind, n);
        }
        String difference = StoredRows.read(connection, kind.eventId(n)).differenceFrom(model);
        if (!difference.isEmpty()) {
            throw new Load.VoidRun(floor.name() + " does not leave what the service leaves: " + difference, null);
        }
    }

    String url(Target target) {
        return target == service ? serviceUrl : statements.jdbcUrl();
    }

    @Override
    public void close() {
        service.close();
    }
}
