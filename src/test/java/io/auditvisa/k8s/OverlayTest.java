package io.auditvisa.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be said about the folders of k8s without kubectl. */
class OverlayTest {

    static Stream<Path> kustomizations() throws IOException {
        try (Stream<Path> files = Files.walk(Manifests.FOLDER)) {
            return files.filter(file -> file.endsWith("kustomization.yaml")).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("kustomizations")
    void everyNamedFileExistsAndEveryManifestIsNamed(Path kustomization) throws IOException {
        Path folder = kustomization.getParent();
        JsonNode written = Manifests.SERIALIZATION.unmarshal(Files.readString(kustomization), JsonNode.class);

        List<String> named = new ArrayList<>();
        written.path("resources").forEach(resource -> named.add(resource.asText()));
        written.path("patches").forEach(patch -> named.add(patch.path("path").asText()));

        assertThat(named)
                .isNotEmpty()
                .allSatisfy(path -> assertThat(folder.resolve(path)).exists());
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(file -> !file.equals("kustomization.yaml") && !file.endsWith(".example.yaml")))
                    .isSubsetOf(named);
        }
    }

    @ParameterizedTest
    @MethodSource("kustomizations")
    void aFolderThatAsksForSeveralReplicasSharesTheVolume(Path kustomization) throws IOException {
        try (Stream<Path> files = Files.list(kustomization.getParent())) {
            String text = files.map(OverlayTest::read).reduce("", String::concat);

            boolean isReplicated = text.lines().anyMatch(line -> line.matches("\\s*replicas: ([2-9]|\\d\\d+)"));

            assertThat(text.contains("- ReadWriteMany")).isEqualTo(isReplicated);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
