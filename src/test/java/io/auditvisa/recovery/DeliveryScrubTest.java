package io.auditvisa.recovery;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** AV-11.1, AV-11.2, GO-3: what is recorded is what lies there, or it is made again, or somebody is told. */
@QuarkusTest
class DeliveryScrubTest {

    @Inject
    DeliveryScrub scrub;

    @Inject
    StrayFolders strays;

    @Inject
    LiveEvents events;

    @ConfigProperty(name = "auditvisa.data-dir")
    Path dataDirectory;

    private String id;
    private Path folder;
    private String slug;

    @BeforeEach
    void deliver() throws SQLException {
        id = LiveEvents.newId();
        String url = events.send(id).getString("html_url");
        slug = url.substring(url.lastIndexOf('/') + 1).replace(".html", "");
        folder = dataDirectory.resolve("deliveries").resolve(slug);
        events.execute("DELETE FROM scrub_position");
        events.execute("INSERT INTO scrub_position VALUES (1, (SELECT max(id) - 1 FROM delivery), now())");
    }

    @Test
    void aMissingAnAlteredAndAForeignFileAreRebuiltByteForByteAndTheWrongOnesSetAside() throws Exception {
        Map<String, String> before = contents();
        Files.delete(folder.resolve(slug + ".zip"));
        Files.writeString(folder.resolve(slug + ".html"), "<p>forged</p>");
        Files.writeString(folder.resolve("other"), "x");

        scrub.tick();

        assertThat(contents()).isEqualTo(before);
        assertThat(dataDirectory.resolve("quarantine").resolve(slug + ".1").resolve("other"))
                .exists();
        assertThat(events.get("/events/av_" + id + "/audit").getString("verdict"))
                .isEqualTo("consistent");
    }

    @Test
    void aWholeMissingFolderIsRebuilt() throws Exception {
        Map<String, String> before = contents();
        for (String name : before.keySet()) {
            Files.delete(folder.resolve(name));
        }
        Files.delete(folder);

        scrub.tick();

        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void whatCannotBeRebuiltToTheRecordedHashIsReportedAndNeverServed() throws Exception {
        events.execute("UPDATE delivery SET html_sha256 = repeat('0', 64) WHERE slug = '" + slug + "'");

        scrub.tick();

        assertThat(events.text("SELECT damage FROM delivery WHERE slug = '" + slug + "'"))
                .contains("does not have the recorded hash");
        assertThat(events.get("/events/av_" + id + "/audit").getString("verdict"))
                .isEqualTo("inconsistent");
        given().get("/d/" + slug + ".html").then().statusCode(503);
        events.execute("DELETE FROM delivery WHERE slug = '" + slug + "'");
        events.rewindToDeadRun(id);
    }

    @Test
    void aCheckByAPersonRepairsAndStandsInTheHistory() throws Exception {
        Map<String, String> before = contents();
        Files.writeString(folder.resolve(slug + ".json"), "{}");

        JsonPath answer = events.act("/events/av_" + id + "/check", Map.of("reason", "customer asked"))
                .jsonPath();

        assertThat(answer.getBoolean("repaired")).isTrue();
        assertThat(answer.getList("found", String.class)).anyMatch(sentence -> sentence.contains(".json"));
        assertThat(answer.getString("verdict")).isEqualTo("consistent");
        assertThat(contents()).isEqualTo(before);
        JsonPath audit = events.get("/events/av_" + id + "/audit");
        Map<String, Object> last = audit.getMap("transitions[-1]");
        assertThat(last).containsEntry("actor", "dev").containsEntry("from", "processed");
        assertThat(last.get("reason").toString()).contains("customer asked");
        assertThat(audit.getBoolean("chain.valid")).isTrue();
        assertThat(audit.getString("status")).isEqualTo("processed");
    }

    @Test
    void aPublishedFolderThatNoEventKnowsIsReportedAndStays() throws Exception {
        Path stray = Files.createDirectories(
                dataDirectory.resolve("deliveries").resolve("0123456789abcdef0123456789abcdef"));

        scrub.tick();

        assertThat(stray).exists();
        assertThat(strays.find()).contains("0123456789abcdef0123456789abcdef").doesNotContain(slug);
        Files.delete(stray);
    }

    @Test
    void aFolderThatCannotBeReadStopsNothingElse() throws Exception {
        Path unreadable = folder;
        Path moved = Files.move(unreadable, dataDirectory.resolve(slug + ".moved"));
        Files.createSymbolicLink(unreadable, unreadable.getFileName()); // leads to itself
        String url = events.send(LiveEvents.newId()).getString("html_url");
        slug = url.substring(url.lastIndexOf('/') + 1).replace(".html", "");
        folder = dataDirectory.resolve("deliveries").resolve(slug);
        Map<String, String> before = contents();
        Files.delete(folder.resolve(slug + ".zip"));
        try {
            scrub.tick();

            assertThat(contents()).isEqualTo(before);
            assertThat(events.text("SELECT delivery::text FROM scrub_position")).isEqualTo("0");
        } finally {
            Files.delete(unreadable);
            Files.move(moved, unreadable);
        }
    }

    @Test
    void aPassEndsAndTheNextOneBegins() throws Exception {
        scrub.tick();

        assertThat(events.text("SELECT delivery::text FROM scrub_position")).isEqualTo("0");
        assertThat(events.text("SELECT (completed_at IS NOT NULL)::text FROM scrub_position"))
                .isEqualTo("true");
        assertThat(events.text("SELECT (scrubbed_at IS NOT NULL)::text FROM delivery WHERE slug = '" + slug + "'"))
                .isEqualTo("true");
    }

    private Map<String, String> contents() throws Exception {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                contents.put(file.getFileName().toString(), io.auditvisa.event.Sha256.hexOf(Files.readAllBytes(file)));
            }
        }
        assertThat(contents.keySet()).containsExactlyElementsOf(List.of(slug + ".html", slug + ".json", slug + ".zip"));
        return contents;
    }
}
