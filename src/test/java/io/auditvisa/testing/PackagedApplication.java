package io.auditvisa.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The packaged application as a process of its own, on free ports, in an empty working directory below {@code target}. It may
 * be started again after it has ended; data and ports stay the same.
 *
 * <pre>{@code
 * try (PackagedApplication app = new PackagedApplication().profile("dev").start()) {
 *     app.get("/.well-known/jwks.json");
 * }
 * }</pre>
 */
public final class PackagedApplication implements AutoCloseable {

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Duration READY = Duration.ofSeconds(90);

    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Path home = TARGET.resolve("it").resolve("app-" + UUID.randomUUID());
    private final int port = FreePort.find();
    private final int managementPort = FreePort.find();
    private String jar = System.getProperty(
            "auditvisa.jar", TARGET.resolve("quarkus-app/quarkus-run.jar").toString());
    private @Nullable Process process;

    public PackagedApplication() {
        set("quarkus.http.port", Integer.toString(port));
        set("quarkus.management.port", Integer.toString(managementPort));
        set("auditvisa.base-url", url());
        // Unpacked once for all tests; it takes some seconds.
        set(
                "auditvisa.postgres.binaries-dir",
                TARGET.resolve("postgres-binaries").toString());
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
    }

    /** Adds a system property. */
    public PackagedApplication set(String key, String value) {
        settings.put(key, value);
        return this;
    }

    /** Adds an environment variable. */
    public PackagedApplication variable(String name, String value) {
        variables.put(name, value);
        return this;
    }

    /** Runs another build of the application. */
    public PackagedApplication jar(Path runnable) {
        jar = runnable.toString();
        return this;
    }

    public PackagedApplication profile(String profile) {
        return set("quarkus.profile", profile);
    }

    /**
     * Uses a database of {@link TestServer} instead of the embedded one, and a signing key, which it then needs. Applications
     * on one database share the key; a test that wants them to share packages sets {@code auditvisa.deliveries-dir}.
     */
    public PackagedApplication database(String jdbcUrl) {
        return set("quarkus.datasource.jdbc.url", jdbcUrl)
                .set("quarkus.datasource.username", "postgres")
                .set("auditvisa.signing.keys-dir", TestKey.directory().toString());
    }

    /** Starts the process and waits until it is ready. */
    public PackagedApplication start() {
        launch();
        awaitReady(READY);
        return this;
    }

    /** Starts the process without waiting for anything. */
    public PackagedApplication launch() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        settings.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.add("-jar");
        command.add(jar);
        try {
            Files.createDirectories(home);
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(home.toFile())
                    .redirectOutput(home.resolve("stdout").toFile())
                    .redirectError(home.resolve("stderr").toFile());
            builder.environment().putAll(variables);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Waits until {@code /q/health/ready} says so; fails at once when the process ends instead. */
    public void awaitReady(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (status(managementUrl() + "/q/health/ready") != 200) {
            if (!process().isAlive() || System.nanoTime() > deadline) {
                throw new AssertionError("not ready; standard error: " + stderr() + "\nstandard output: " + stdout());
            }
            pause();
        }
    }

    /** The status of a GET, or -1 when nobody answers. */
    public int status(String url) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            return -1;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** GET of a path on the public port. */
    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(url() + path)).build());
    }

    /** POST of a body to a path on the public port. */
    public HttpResponse<String> post(String path, String body, Map<String, String> headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url() + path)).POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return send(request.build());
    }

    public HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public String url() {
        return "http://localhost:" + port;
    }

    public String managementUrl() {
        return "http://localhost:" + managementPort;
    }

    /** The working directory; the default data directory is {@code data} below it. */
    public Path home() {
        return home;
    }

    public Path dataDirectory() {
        return home.resolve("data");
    }

    public Process process() {
        if (process == null) {
            throw new IllegalStateException("not started");
        }
        return process;
    }

    /** What the newest process has printed so far. */
    public String stdout() {
        return read("stdout");
    }

    public String stderr() {
        return read("stderr");
    }

    /** Sends SIGTERM and waits for the end. */
    public int stop() {
        process().destroy();
        return awaitExit(Duration.ofSeconds(40));
    }

    /** Sends SIGKILL to the JVM alone: an embedded PostgreSQL server stays behind, as after a crash. */
    public void kill9() {
        process().destroyForcibly();
        awaitExit(Duration.ofSeconds(10));
    }

    /** Sends any other signal, for example {@code STOP} and {@code CONT}. */
    public void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process().pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the end of the process and returns its exit code. */
    public int awaitExit(Duration patience) {
        try {
            if (!process().waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("still running after " + patience + "; standard output: " + stdout());
            }
            return process().exitValue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends the process and a PostgreSQL server it may have left behind, and deletes its database; the other files stay. */
    @Override
    public void close() {
        if (process != null && process.isAlive()) {
            process.destroy();
            awaitExit(Duration.ofSeconds(40));
        }
        Path database = dataDirectory().resolve("postgres");
        LeftBehind.server(database).ifPresent(server -> {
            server.destroy();
            server.onExit().orTimeout(20, TimeUnit.SECONDS).join();
        });
        Trees.delete(database);
    }

    private String read(String name) {
        try {
            return Files.readString(home.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
