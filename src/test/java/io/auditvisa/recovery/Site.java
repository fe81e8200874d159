package io.auditvisa.recovery;

import io.auditvisa.testing.PackagedApplication;
import io.auditvisa.testing.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * One database and one data directory, which any number of application processes share, one after the other or at once. A copy
 * of it is the same moment once more: what a crash left behind can be recovered in several ways.
 */
record Site(String jdbcUrl, Path data) {

    private static final Path TARGET = Path.of("target", "it").toAbsolutePath();

    static Site create(TestServer server) {
        try {
            Path data = TARGET.resolve("site-" + UUID.randomUUID());
            Files.createDirectories(data);
            return new Site(server.createDatabase(), data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A process of the profile {@code dev}, not yet started; its sweeper, by default, does not get a chance. */
    PackagedApplication application() {
        return new PackagedApplication()
                .profile("dev")
                .database(jdbcUrl)
                .set("auditvisa.data-dir", data.toString())
                .set("auditvisa.recovery.grace", "1h")
                .set("auditvisa.recovery.every", "1h")
                .set("auditvisa.duplicate-wait", "1s")
                .variable("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto");
    }

    /** The same rows and files again; nobody may be connected. */
    Site copy() {
        Path copy = TARGET.resolve("site-" + UUID.randomUUID());
        String name = "db_" + UUID.randomUUID().toString().replace("-", "");
        String old = jdbcUrl.replaceAll(".*/([a-z0-9_]+)(\\?.*)?$", "$1");
        try (Connection connection = TestServer.connect(jdbcUrl.replace("/" + old, "/postgres"));
                Stream<Path> files = Files.walk(data)) {
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(data.relativize(file).toString()));
            }
            try (PreparedStatement end = connection.prepareStatement(
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + old + "'");
                    PreparedStatement create =
                            connection.prepareStatement("CREATE DATABASE " + name + " TEMPLATE " + old)) {
                end.execute();
                create.execute();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new Site(jdbcUrl.replace("/" + old, "/" + name), copy);
    }

    Path deliveries() {
        return data.resolve("deliveries");
    }

    /** Relative path → bytes of all published files. */
    Map<String, List<Byte>> published() {
        Map<String, List<Byte>> published = new TreeMap<>();
        for (String name : files(deliveries())) {
            if (!name.startsWith(".staging")) {
                try {
                    published.put(name, boxed(Files.readAllBytes(deliveries().resolve(name))));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        return published;
    }

    List<String> staged() {
        return files(deliveries().resolve(".staging"));
    }

    List<String> quarantined() {
        return files(data.resolve("quarantine"));
    }

    private static List<String> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Byte> boxed(byte[] bytes) {
        List<Byte> boxed = new ArrayList<>(bytes.length);
        for (byte one : bytes) {
            boxed.add(one);
        }
        return boxed;
    }

    void execute(String sql) {
        try (Connection connection = TestServer.connect(jdbcUrl);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The first column of all rows. */
    List<String> list(String sql) {
        try (Connection connection = TestServer.connect(jdbcUrl);
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            List<String> rows = new ArrayList<>();
            while (row.next()) {
                rows.add(row.getString(1));
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    String text(String sql) {
        return list(sql).getFirst();
    }
}
