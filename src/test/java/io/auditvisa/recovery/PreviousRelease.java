package io.auditvisa.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.certificate.CertificateRenderer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * The packaged application as the release before it was: without the newest renderer version, so its claims pin the one before.
 * Two classes are compiled from today's sources with that one number changed; the rest is the application as it is packaged.
 */
final class PreviousRelease {

    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path SOURCES =
            Path.of("src", "main", "java", "io", "auditvisa").toAbsolutePath();
    private static final String RENDERER = "certificate/CertificateRenderer";
    private static final String PINNING = "processing/Pinning";

    private PreviousRelease() {}

    /** Builds it; the runnable JAR. */
    static Path build() {
        Path home = TARGET.resolve("it").resolve("previous-release-" + UUID.randomUUID());
        try {
            copy(Path.of(System.getProperty("auditvisa.jar")).getParent(), home);
            Path classes = compile(home);
            try (Stream<Path> jars = Files.walk(home)) {
                for (Path jar :
                        jars.filter(path -> path.toString().endsWith(".jar")).toList()) {
                    replace(jar, classes);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return home.resolve("quarkus-run.jar");
    }

    /** The libraries are the same: a link is enough. */
    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        Files.createSymbolicLink(to.resolve("lib"), from.resolve("lib"));
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!file.startsWith(from.resolve("lib"))) {
                    Path copy = to.resolve(from.relativize(file).toString());
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
    }

    private static Path compile(Path home) throws IOException {
        Path sources = Files.createDirectories(home.resolve("edited"));
        Path classes = Files.createDirectories(home.resolve("classes"));
        int current = CertificateRenderer.CURRENT_VERSION;
        Path renderer = edit(
                sources, RENDERER, "CURRENT_VERSION = " + current + ";", "CURRENT_VERSION = " + (current - 1) + ";");
        // compiled into Pinning as a constant; the packaging gives beans the constructor that their proxies need
        Path pinning = edit(
                sources,
                PINNING,
                "    Pinning(ProcessingConfig",
                "    Pinning() { this(null, null, null, null); }\n    Pinning(ProcessingConfig");
        List<String> arguments = List.of(
                "-proc:none",
                "-parameters",
                "--release",
                "21",
                "-d",
                classes.toString(),
                "-cp",
                TARGET.resolve("classes")
                        + System.getProperty("path.separator")
                        + System.getProperty("java.class.path"),
                renderer.toString(),
                pinning.toString());
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        return classes;
    }

    private static Path edit(Path folder, String name, String old, String other) throws IOException {
        String source = Files.readString(SOURCES.resolve(name + ".java"));
        assertThat(source).as(name).contains(old);
        Path file = folder.resolve(name + ".java");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, source.replace(old, other));
    }

    private static void replace(Path jar, Path classes) throws IOException {
        if (jar.startsWith(jar.getParent().resolveSibling("lib"))) {
            return;
        }
        try (FileSystem zip = FileSystems.newFileSystem(jar)) {
            for (String name : List.of(RENDERER, PINNING)) {
                Path entry = zip.getPath("io/auditvisa/" + name + ".class");
                if (Files.exists(entry)) {
                    Files.delete(entry);
                    Files.copy(classes.resolve("io/auditvisa/" + name + ".class"), entry);
                }
            }
        }
    }
}
