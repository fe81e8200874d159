package io.auditvisa.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AV-5.4, AV-11.1, AV-11.2: staged, published in one step, never replaced, set aside when foreign. */
class FilesystemStorageTest {

    private static final String SLUG = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path data;

    private FilesystemStorage storage;

    @BeforeEach
    void open() {
        storage = new FilesystemStorage(data, Optional.empty());
    }

    @Test
    void publishedFilesAreTheStagedOnesAndStagingIsEmpty() throws IOException {
        UUID run = UUID.randomUUID();
        storage.stage(SLUG, run, files("one"));

        Publication publication = storage.publish(SLUG, run);

        assertThat(publication).isEqualTo(new Publication.Published());
        assertThat(html()).isEqualTo("one html");
        assertThat(filesBelow(data.resolve("deliveries"))).hasSize(3).allMatch(file -> file.contains(SLUG));
        assertThat(data.resolve("deliveries/.staging")).isEmptyDirectory();
        assertThat(data.resolve("quarantine")).doesNotExist();
    }

    @Test
    void nothingIsVisibleBeforeItIsPublished() {
        storage.stage(SLUG, UUID.randomUUID(), files("one"));

        assertThat(storage.exists(SLUG)).isFalse();
        assertThat(storage.read(SLUG, SLUG + ".html")).isEmpty();
        try (Stream<String> slugs = storage.publishedSlugs()) {
            assertThat(slugs).isEmpty();
        }
    }

    @Test
    void equalFilesOfADeadRunAreAdopted() {
        publish(UUID.randomUUID(), "one");
        UUID second = UUID.randomUUID();
        storage.stage(SLUG, second, files("one"));

        Publication publication = storage.publish(SLUG, second);

        assertThat(publication).isEqualTo(new Publication.Adopted());
        assertThat(data.resolve("deliveries/.staging")).isEmptyDirectory();
    }

    @Test
    void differentFilesAreSetAsideAndReplaced() {
        publish(UUID.randomUUID(), "foreign");
        UUID second = UUID.randomUUID();
        storage.stage(SLUG, second, files("right"));

        Publication publication = storage.publish(SLUG, second);

        assertThat(publication).isEqualTo(new Publication.Replaced(SLUG + ".1"));
        assertThat(html()).isEqualTo("right html");
        assertThat(data.resolve("quarantine/" + SLUG + ".1/" + SLUG + ".html")).hasContent("foreign html");
    }

    @Test
    void anIncompletePackageIsSetAsideToo() throws IOException {
        publish(UUID.randomUUID(), "right");
        Files.delete(data.resolve("deliveries/" + SLUG + "/" + SLUG + ".zip"));
        UUID second = UUID.randomUUID();
        storage.stage(SLUG, second, files("right"));

        Publication publication = storage.publish(SLUG, second);

        assertThat(publication).isInstanceOf(Publication.Replaced.class);
        assertThat(storage.read(SLUG, SLUG + ".zip")).isPresent();
    }

    @Test
    void aFileInPlaceOfAFolderIsSetAside() throws IOException {
        Files.createDirectories(data.resolve("deliveries"));
        Files.writeString(data.resolve("deliveries/" + SLUG), "a file");
        UUID run = UUID.randomUUID();
        storage.stage(SLUG, run, files("right"));

        Publication publication = storage.publish(SLUG, run);

        assertThat(publication).isEqualTo(new Publication.Replaced(SLUG + ".1"));
    }

    @Test
    void eachFolderSetAsideHasItsOwnName() {
        publish(UUID.randomUUID(), "first");
        assertThat(storage.quarantine(SLUG)).hasValue(SLUG + ".1");
        publish(UUID.randomUUID(), "second");
        assertThat(storage.quarantine(SLUG)).hasValue(SLUG + ".2");

        assertThat(storage.quarantine(SLUG)).isEmpty();
        assertThat(data.resolve("quarantine/" + SLUG + ".2/" + SLUG + ".html")).hasContent("second html");
    }

    @Test
    void theQuarantineMayLieOnAnotherFileSystem() throws IOException {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isWritable(memory) && !Files.getFileStore(memory).equals(Files.getFileStore(data)));
        Path deliveries = Files.createTempDirectory(memory, "auditvisa-test");
        try {
            storage = new FilesystemStorage(data, Optional.of(deliveries));
            publish(UUID.randomUUID(), "foreign");

            assertThat(storage.quarantine(SLUG)).hasValue(SLUG + ".1");

            assertThat(filesBelow(deliveries)).isEmpty();
            assertThat(data.resolve("quarantine/" + SLUG + ".1/" + SLUG + ".html"))
                    .hasContent("foreign html");
        } finally {
            Folders.remove(deliveries);
        }
    }

    @Test
    void runsThatPublishTheSameAtOnceAllSucceedAndOneIsFirst() throws Exception {
        List<UUID> runs = Stream.generate(UUID::randomUUID).limit(16).toList();
        runs.forEach(run -> storage.stage(SLUG, run, files("same")));
        List<Future<Publication>> answers = new ArrayList<>();

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            runs.forEach(run -> answers.add(threads.submit(() -> storage.publish(SLUG, run))));
        }

        List<Publication> publications = new ArrayList<>();
        for (Future<Publication> answer : answers) {
            publications.add(answer.get());
        }
        assertThat(publications)
                .filteredOn(Publication.Published.class::isInstance)
                .hasSize(1);
        assertThat(publications)
                .filteredOn(Publication.Adopted.class::isInstance)
                .hasSize(15);
        assertThat(data.resolve("quarantine")).doesNotExist();
    }

    @Test
    void aRunStagesAgainOverItsOwnHalfWrittenFiles() {
        UUID run = UUID.randomUUID();
        storage.stage(SLUG, run, files("half"));
        storage.stage(SLUG, run, files("whole"));

        storage.publish(SLUG, run);

        assertThat(html()).isEqualTo("whole html");
    }

    @Test
    void stagingOfDeadRunsIsRemovedAfterTheGraceAndThatOfLiveOnesStays() throws IOException {
        UUID dead = UUID.randomUUID();
        UUID live = UUID.randomUUID();
        storage.stage(SLUG, dead, files("dead"));
        storage.stage(SLUG, live, files("live"));
        Files.setLastModifiedTime(
                data.resolve("deliveries/.staging/" + SLUG + "." + dead),
                FileTime.from(Instant.now().minusSeconds(60)));

        int removed = storage.removeStaleStaging(Duration.ofSeconds(30));

        assertThat(removed).isEqualTo(1);
        assertThat(storage.publish(SLUG, live)).isEqualTo(new Publication.Published());
    }

    @Test
    void tidyingUpBesideAPublishingTakesTheWholePackageOrNone() throws Exception {
        for (int i = 0; i < 200; i++) {
            String slug = "%032x".formatted(i);
            UUID run = UUID.randomUUID();
            storage.stage(slug, run, files("late"));
            Files.setLastModifiedTime(
                    data.resolve("deliveries/.staging/" + slug + "." + run),
                    FileTime.from(Instant.now().minusSeconds(60)));
            Thread tidying = Thread.ofVirtual().start(() -> storage.removeStaleStaging(Duration.ofSeconds(30)));
            try {
                storage.publish(slug, run);
                assertThat(storage.names(slug)).hasSameSizeAs(files("late").keySet());
            } catch (StorageException takenAway) {
                assertThat(storage.exists(slug)).isFalse();
            } finally {
                tidying.join();
            }
            assertThat(data.resolve("deliveries/.staging")).isEmptyDirectory();
        }
    }

    @Test
    void discardedFilesAreGoneAndCannotBePublished() {
        UUID run = UUID.randomUUID();
        storage.stage(SLUG, run, files("one"));

        storage.discard(SLUG, run);

        assertThat(data.resolve("deliveries/.staging")).isEmptyDirectory();
        assertThatThrownBy(() -> storage.publish(SLUG, run)).isInstanceOf(StorageException.class);
    }

    @Test
    void aFolderThatCannotBeMadeIsToldOf() throws IOException {
        Files.writeString(data.resolve("deliveries"), "a file in the way");

        assertThatThrownBy(storage::checkWritable).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> storage.stage(SLUG, UUID.randomUUID(), files("one")))
                .isInstanceOf(StorageException.class);
    }

    @Test
    void theCheckOfAWritableStorageLeavesNoFile() throws IOException {
        storage.checkWritable();

        assertThat(filesBelow(data)).isEmpty();
    }

    @Test
    void noNameLeadsOutOfTheFolder() {
        for (String name : List.of("../0123456789abcdef", "..", ".staging", "0123456789abcdef/..", "")) {
            assertThatThrownBy(() -> storage.read(name, "x")).as(name).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private void publish(UUID run, String content) {
        storage.stage(SLUG, run, files(content));
        storage.publish(SLUG, run);
    }

    private String html() {
        return new String(storage.read(SLUG, SLUG + ".html").orElseThrow(), StandardCharsets.UTF_8);
    }

    private static Map<String, byte[]> files(String content) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (String ending : List.of("html", "json", "zip")) {
            files.put(SLUG + "." + ending, (content + " " + ending).getBytes(StandardCharsets.UTF_8));
        }
        return files;
    }

    private static List<String> filesBelow(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(Files::isRegularFile).map(Path::toString).toList();
        }
    }
}
