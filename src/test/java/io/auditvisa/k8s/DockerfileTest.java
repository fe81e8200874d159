package io.auditvisa.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code Dockerfile.native}: pinned images, paths that exist, and a user who can write only where he must. */
class DockerfileTest {

    private final Dockerfile dockerfile;

    DockerfileTest() throws IOException {
        dockerfile = Dockerfile.read();
    }

    @Test
    void everyImageHasAVersion() {
        assertThat(dockerfile.stages()).hasSizeGreaterThan(1).allSatisfy(stage -> {
            String tag = stage.image().substring(stage.image().lastIndexOf('/') + 1);
            assertThat(tag).matches("[a-z0-9-]+:.*\\d.*").doesNotContain("latest");
        });
    }

    @Test
    void theImageRunsAsANumberedUserWhoIsNotRoot() {
        assertThat(dockerfile.image().last("USER")).isEqualTo("1001");
        assertThat(dockerfile.image().instructions().getLast().word()).isEqualTo("ENTRYPOINT");
    }

    @Test
    void theEntryPointIsTheExecutableItselfSoThatItGetsTheSignals() {
        assertThat(dockerfile.image().last("ENTRYPOINT")).isEqualTo("[\"/opt/auditvisa/application\"]");
        assertThat(dockerfile.image().all("CMD")).isEmpty();
    }

    @Test
    void bothPortsAreExposed() {
        assertThat(dockerfile.image().last("EXPOSE").split("\\s+"))
                .containsExactlyInAnyOrder(
                        PlatformSettings.read("quarkus.http.port"), PlatformSettings.read("quarkus.management.port"));
    }

    @Test
    void theDataFolderIsTheVolumeAndTheOnlyPlaceGivenToTheUser() {
        Dockerfile.Stage image = dockerfile.image();

        assertThat(image.environment()).containsEntry("AUDITVISA_DATA_DIR", "/var/lib/auditvisa");
        assertThat(image.last("VOLUME")).isEqualTo("/var/lib/auditvisa");
        assertThat(image.all("RUN"))
                .singleElement()
                .asString()
                .matches(
                        "mkdir -p /var/lib/auditvisa +&& chown 1001:0 /var/lib/auditvisa +&& chmod 0770 /var/lib/auditvisa");
        assertThat(image.all("COPY")).noneMatch(copy -> copy.contains("--chown"));
    }

    @Test
    void whatIsCopiedFromTheHostExistsAndIsLetThroughByTheIgnoreFile() throws IOException {
        List<String> ignore = Files.readAllLines(Path.of(".dockerignore"));

        List<String> copied = dockerfile.stages().stream()
                .flatMap(stage -> stage.all("COPY").stream())
                .filter(copy -> !copy.contains("--from="))
                .map(copy -> arguments(copy).getFirst())
                .toList();

        assertThat(copied).contains("pom.xml", "src", "mvnw", ".mvn").allSatisfy(path -> {
            assertThat(Path.of(path)).exists();
            assertThat(ignore).contains("!" + path);
        });
        assertThat(ignore).contains("*", "src/test");
    }

    @Test
    void whatIsCopiedFromTheBuildIsWhatTheBuildMakes() throws IOException {
        String copy = dockerfile.image().all("COPY").stream()
                .filter(line -> line.contains("--from=build"))
                .findFirst()
                .orElseThrow();

        // Quarkus names the executable <finalName>-runner and puts it into Maven's target folder.
        assertThat(arguments(copy)).containsExactly("/code/target/*-runner", "/opt/auditvisa/application");
        assertThat(copy).contains("--chmod=0755");
        assertThat(dockerfile.stage("build").last("WORKDIR")).isEqualTo("/code");
        assertThat(dockerfile.stage("build").last("RUN")).contains("./mvnw", "package", "-Dnative");
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<id>native</id>");
    }

    @Test
    void copiesBetweenStagesNameStagesThatExist() {
        assertThat(dockerfile.stages().stream()
                        .flatMap(stage -> stage.all("COPY").stream())
                        .flatMap(copy -> Stream.of(copy.split("\\s+")))
                        .filter(word -> word.startsWith("--from="))
                        .map(word -> word.substring("--from=".length())))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(dockerfile.stage(name)).isNotNull());
    }

    @Test
    void theImageSaysWhatItIs() {
        assertThat(dockerfile.image().last("LABEL"))
                .contains(
                        "org.opencontainers.image.title=",
                        "org.opencontainers.image.version=",
                        "org.opencontainers.image.licenses=\"Apache-2.0\"");
        assertThat(Path.of("LICENSE")).content().contains("Apache License", "Version 2.0, January 2004");
    }

    private static List<String> arguments(String copy) {
        return Arrays.stream(copy.split("\\s+"))
                .filter(word -> !word.startsWith("--"))
                .toList();
    }
}
