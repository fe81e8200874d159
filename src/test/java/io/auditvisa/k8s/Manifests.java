package io.auditvisa.k8s;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The Kubernetes objects of one installation, as written (JSON) and as typed models. */
record Manifests(String name, List<JsonNode> written, List<HasMetadata> typed) {

    static final Path FOLDER = Path.of("k8s");
    static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    /** The base, read file by file: needs no tool. */
    static Manifests base() {
        try (Stream<Path> files = Files.list(FOLDER.resolve("base"))) {
            return of(
                    "base",
                    files.filter(file -> file.toString().endsWith(".yaml"))
                            .filter(file -> !file.endsWith("kustomization.yaml"))
                            .sorted()
                            .map(Manifests::read)
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The Secrets that are written beside the example overlay, and are never part of it. */
    static Manifests exampleSecrets() {
        return of("secrets", List.of(read(FOLDER.resolve("overlays/example/secret.example.yaml"))));
    }

    /** The base, and every folder as {@code kubectl kustomize} renders it; only the base where kubectl is missing. */
    static Stream<Manifests> installations() {
        return Rendered.INSTALLATIONS.stream();
    }

    /** Rendered once: every start of kubectl costs half a second. */
    private static final class Rendered {

        static final List<Manifests> INSTALLATIONS =
                Stream.concat(Stream.of(Manifests.base()), overlays()).toList();

        private static Stream<Manifests> overlays() {
            return kubectlIsThere()
                    ? Stream.of("base", "overlays/example", "overlays/replicated")
                            .map(folder -> of(
                                    "kustomize " + folder, List.of(run("kubectl", "kustomize", FOLDER + "/" + folder))))
                    : Stream.empty();
        }
    }

    static Manifests of(String name, List<String> files) {
        List<String> documents = files.stream()
                .flatMap(file -> Stream.of(file.split("(?m)^---\\s*$")))
                .filter(document -> document.lines().anyMatch(line -> line.startsWith("kind:")))
                .toList();
        List<JsonNode> written = documents.stream()
                .map(document -> SERIALIZATION.unmarshal(document, JsonNode.class))
                .toList();
        return new Manifests(
                name,
                written,
                documents.stream()
                        .map(document -> SERIALIZATION.<HasMetadata>unmarshal(document))
                        .toList());
    }

    <T extends HasMetadata> List<T> all(Class<T> kind) {
        return typed.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <T extends HasMetadata> T only(Class<T> kind) {
        List<T> found = all(kind);
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " objects of kind " + kind.getSimpleName() + " in " + name);
        }
        return found.getFirst();
    }

    PodSpec pod() {
        return only(Deployment.class).getSpec().getTemplate().getSpec();
    }

    Container container() {
        return pod().getContainers().getFirst();
    }

    ConfigMap configMap(String wanted) {
        return named(ConfigMap.class, wanted);
    }

    Secret secret(String wanted) {
        return named(Secret.class, wanted);
    }

    /** Environment variables that come from the ConfigMaps named in {@code envFrom}. */
    TreeMap<String, String> plainEnvironment() {
        TreeMap<String, String> environment = new TreeMap<>();
        container().getEnvFrom().stream()
                .filter(from -> from.getConfigMapRef() != null)
                .forEach(from -> environment.putAll(
                        configMap(from.getConfigMapRef().getName()).getData()));
        return environment;
    }

    /** What stands in the mounted {@code application.properties}. */
    String properties() {
        return configMap("auditvisa-properties").getData().get("application.properties");
    }

    @Override
    public String toString() {
        return name;
    }

    private <T extends HasMetadata> T named(Class<T> kind, String wanted) {
        return all(kind).stream()
                .filter(object -> object.getMetadata().getName().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind.getSimpleName() + " " + wanted + " in " + name));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean kubectlIsThere() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "kubectl")));
    }

    private static String run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(String.join(" ", command) + " ended with " + process.exitValue());
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
