package io.auditvisa.audit;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.auditvisa.access.RoleTokens;
import io.auditvisa.event.ArrivalOutcome;
import io.auditvisa.event.CanonicalJson;
import io.auditvisa.event.EventStatus;
import io.auditvisa.event.Sha256;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AV-8.2, AV-14.1, IO-11: what goes out and comes back in, in UTC. */
@QuarkusTest
@TestProfile(RoleTokens.class)
class ExportAndImportTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Inject
    DataSource dataSource;

    /** A day of its own, years ago, for each test. */
    private final Instant day = Instant.parse("1990-01-01T00:00:00Z")
            .plusSeconds(86_400L * ThreadLocalRandom.current().nextInt(10_000));

    private final String window = "?from=" + day + "&to=" + day.plusSeconds(86_400);

    @Test
    void aReaderOfTheExportCanRecomputeEveryHash() throws Exception {
        SeededEvent one = new SeededEvent("stripe", Senders.newId(), day)
                .arrival(ArrivalOutcome.FIRST)
                .arrival(ArrivalOutcome.CONFLICT)
                .store(dataSource);
        SeededEvent other = new SeededEvent("stripe", Senders.newId(), day)
                .arrival(ArrivalOutcome.FIRST)
                .store(dataSource);

        List<ObjectNode> rows = lines("/exports/audit.jsonl" + window);

        assertThat(rows).extracting(row -> row.path("ref").asText()).containsExactly(one.ref(), one.ref(), other.ref());
        Map<String, String> heads = new HashMap<>();
        for (ObjectNode row : rows) {
            String previous = heads.getOrDefault(row.path("ref").asText(), "0".repeat(64));
            assertThat(row.path("prev_hash").asText()).isEqualTo(previous);
            ObjectNode chained = row.deepCopy();
            chained.remove(ChainRow.UNCHAINED);
            String hash = Sha256.hex(Sha256.of(HexFormat.of().parseHex(previous), CanonicalJson.bytes(chained)));
            assertThat(row.path("hash").asText()).isEqualTo(hash);
            heads.put(row.path("ref").asText(), hash);
        }
    }

    @Test
    void theCsvFormHoldsTheSameRowsWithTimesInUtc() throws Exception {
        SeededEvent event = new SeededEvent("stripe", Senders.newId(), day)
                .arrival(ArrivalOutcome.FIRST)
                .arrival(ArrivalOutcome.CONFLICT)
                .change(EventStatus.RECEIVED, EventStatus.PROCESSING)
                .store(dataSource);

        String csv = Senders.get("/exports/audit.csv" + window)
                .statusCode(200)
                .contentType("text/csv")
                .extract()
                .asString();

        List<NamedCsvRecord> rows =
                CsvReader.builder().ofNamedCsvRecord(csv).stream().toList();
        assertThat(rows).extracting(row -> row.getField("kind")).containsExactly("arrival", "arrival", "transition");
        assertThat(rows).allSatisfy(row -> assertThat(row.getField("event")).isEqualTo(event.ref()));
        assertThat(rows.get(1).getField("differs")).isEqualTo("[\"/data/object/amount_total\"]");
        assertThat(rows.get(0).getField("arrived_at")).endsWith("Z");
        assertThat(rows.get(0).getField("signed_at")).endsWith("Z");
        assertThat(rows.get(2).getField("to")).isEqualTo("processing");
    }

    @Test
    void aWindowTakesItsBeginningInAndLeavesItsEndOut() throws Exception {
        new SeededEvent("stripe", Senders.newId(), day)
                .arrival(ArrivalOutcome.FIRST)
                .arrival(ArrivalOutcome.IN_PROGRESS)
                .store(dataSource);

        assertThat(lines("/exports/audit.jsonl?from=" + day.plusMillis(1) + "&to=" + day.plusMillis(2)))
                .hasSize(1);
        assertThat(lines("/exports/audit.jsonl?from=" + day.plusMillis(2) + "&to=" + day.plusMillis(3)))
                .hasSize(1);
        assertThat(lines("/exports/audit.jsonl?from=" + day.plusMillis(3) + "&to=" + day.plusMillis(4)))
                .isEmpty();
    }

    @Test
    void aLongExportComesWholeAndOnce() throws Exception {
        SeededEvent event = new SeededEvent("stripe", Senders.newId(), day).arrival(ArrivalOutcome.FIRST);
        for (int i = 0; i < 2500; i++) {
            event.arrival(ArrivalOutcome.DUPLICATE_REUSED);
        }
        event.store(dataSource);

        assertThat(lines("/exports/audit.jsonl" + window))
                .extracting(row -> row.path("number").asInt())
                .hasSize(2501)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void whatIsExportedHereIsImportedElsewhereAndThenReused() throws Exception {
        String eventId = Senders.newId();
        String body = Senders.checkout(eventId, "cs_" + eventId);
        String runHash = Senders.stripe(body).statusCode(200).extract().path("run_hash");
        String exported = exportedLine(eventId);
        // elsewhere: the same event under an id that is not known here yet
        String elsewhere = Senders.newId();
        String line = exported.replace(eventId, elsewhere);

        upload(line).statusCode(200).body("imported", equalTo(1)).body("lines", equalTo(1));

        assertThat(exportedLine(elsewhere)).isEqualTo(line);
        Senders.stripe(Senders.checkout(elsewhere, "cs_other"))
                .statusCode(200)
                .body("outcome", equalTo("duplicate_reused"))
                .body("run_hash", equalTo(runHash))
                .body("html_url", equalTo(JSON.readTree(line).path("html_url").asText()));
        Senders.get("/events/av_" + elsewhere + "/audit")
                .body("arrivals.outcome", contains("duplicate_reused"))
                .body("questions.arrived", equalTo(true))
                .body("questions.repeated", equalTo(true))
                .body("questions.first_formal_arrival", nullValue())
                .body("transitions[0].actor", equalTo("operator-caller"))
                .body("effects.certificate.status", equalTo("imported"))
                .body("chain.valid", equalTo(true))
                .body("verdict", equalTo("consistent"));
        upload(line + "\n" + exported).body("imported", equalTo(0)).body("unchanged", equalTo(2));
    }

    @Test
    void aTwinOfAnImportedEventIsKnownAsOne() throws Exception {
        String eventId = Senders.newId();
        String session = "cs_" + eventId;
        String original = Senders.newId();
        String facts = "\"facts\": [\"" + session + "\"]";
        upload(line(original).replace("\"status\"", facts + ", \"status\"")).statusCode(200);

        Senders.stripe(Senders.checkout(eventId, session))
                .statusCode(200)
                .body("outcome", equalTo("duplicate_reused"))
                .body("canonical_ref", equalTo("av_" + original));
    }

    @Test
    void anImportedLineWithoutFactsStandsForItsSession() {
        String original = Senders.newId();
        String session = "cs_" + original;
        String eventId = Senders.newId();
        upload(line(original).replace("\"sid\": null", "\"sid\": \"" + session + "\""))
                .statusCode(200);

        Senders.stripe(Senders.checkout(eventId, session))
                .statusCode(200)
                .body("outcome", equalTo("duplicate_reused"))
                .body("canonical_ref", equalTo("av_" + original));
    }

    private String exportedLine(String eventId) throws IOException {
        String processedAt = Senders.get("/events/av_" + eventId).extract().path("first_processed_at");
        Instant from = Instant.parse(processedAt);
        return Senders.get("/exports/processed.jsonl?from=" + from + "&to=" + from.plusNanos(1000))
                .statusCode(200)
                .extract()
                .asString()
                .lines()
                .filter(line -> line.contains(eventId))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aLineNeedsNoMoreThanTheMembersOfTheContract() {
        String stripe = Senders.newId();
        String named = "x:" + UUID.randomUUID();

        upload("\uFEFF" + line(stripe) + "\r\n\n").statusCode(200).body("imported", equalTo(1));
        upload(line(named).replace("av_" + named, "av_evt_legacy_" + named), "?source=legacy")
                .statusCode(200)
                .body("imported", equalTo(1));

        Senders.get("/events/av_" + stripe)
                .body("source", equalTo("stripe"))
                .body("html_url", equalTo("https://old.example/d/1.html"))
                .body("run_hash", equalTo("ab".repeat(32)))
                .body("created_at", equalTo("2025-03-01T09:49:14Z"))
                .body("arrivals", equalTo(0));
        Senders.get("/events/av_evt_legacy_" + named).body("source", equalTo("legacy"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not json",
                "[]",
                "{}",
                "\"status\": \"failed\"",
                "\"run_hash\": \"xyz\"",
                "\"payload_hash\": null",
                "\"created_at\": \"yesterday\"",
                "\"html_url\": \"javascript:alert(1)\"",
                "\"event_id\": \"with space\"",
                "\"source\": \"Not A Source\"",
                "\"ref\": \"av_other\"",
                "\"sid\": \"\\u0000\""
            })
    void oneUnusableLineKeepsEverythingOut(String bad) {
        String good = Senders.newId();
        String replaced = bad.startsWith("\"") ? merged(line(Senders.newId()), bad) : bad;

        upload(line(good) + "\n" + replaced + "\n")
                .statusCode(400)
                .contentType("application/problem+json")
                .body("code", equalTo("payload_invalid"))
                .body("detail", containsString("line 2"));

        Senders.get("/events?q=" + good).body("items", empty());
    }

    private static String merged(String line, String member) {
        try {
            ObjectNode object = (ObjectNode) JSON.readTree(line);
            object.setAll((ObjectNode) JSON.readTree("{" + member + "}"));
            return object.toString();
        } catch (IOException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }

    @Test
    void anImportNeverReplacesAResult() throws Exception {
        String here = Senders.newId();
        Senders.stripe(Senders.checkout(here, "cs_" + here)).statusCode(200);
        SeededEvent unfinished =
                SeededEvent.stripe().arrival(ArrivalOutcome.FIRST).store(dataSource);
        String good = Senders.newId();

        for (String taken : List.of(here, unfinished.eventId())) {
            upload(line(good) + "\n" + line(taken))
                    .statusCode(409)
                    .body("code", equalTo("import_conflict"))
                    .body("detail", containsString("line 2"));
        }
        upload(line(good) + "\n" + line(good).replace("ab".repeat(32), "cd".repeat(32)))
                .statusCode(409);

        Senders.get("/events?q=" + good).body("items", empty());
        Senders.get("/events/av_" + here).body("effects.certificate.status", equalTo("issued"));
    }

    @Test
    void anImportLargerThanOtherBodiesIsStreamedAndOtherRoutesKeepTheirLimit() {
        StringBuilder body = new StringBuilder();
        List<String> ids = new ArrayList<>();
        while (body.length() < 1_500_000) {
            ids.add(Senders.newId());
            body.append(line(ids.getLast())).append('\n');
        }

        upload(body.toString()).statusCode(200).body("imported", equalTo(ids.size()));
        given().header("Authorization", "Bearer operator-token")
                .contentType("application/json")
                .body(body.toString().getBytes(StandardCharsets.UTF_8))
                .post("/api/v1/drills")
                .then()
                .statusCode(413)
                .body("code", equalTo("body_too_large"));

        Senders.get("/events?q=" + ids.getLast()).body("items", hasSize(1));
    }

    private static String line(String eventId) {
        return """
                {"event_id": "%s", "ref": "av_%s", "sid": null, "status": "processed", \
                "created_at": "2025-03-01T09:49:14Z", "updated_at": "2025-03-01T10:49:20+01:00", \
                "html_url": "https://old.example/d/1.html", "zip_url": "https://old.example/d/1.zip", \
                "run_hash": "%s", "payload_hash": "%s"}""".formatted(eventId, eventId, "ab".repeat(32), "12".repeat(32));
    }

    private static ValidatableResponse upload(String body) {
        return upload(body, "");
    }

    private static ValidatableResponse upload(String body, String query) {
        return given().header("Authorization", "Bearer operator-token")
                .contentType("application/x-ndjson")
                .body(body.getBytes(StandardCharsets.UTF_8))
                .post("/api/v1/imports/processed" + query)
                .then();
    }

    private static List<ObjectNode> lines(String path) throws IOException {
        List<ObjectNode> rows = new ArrayList<>();
        String text = Senders.get(path)
                .statusCode(200)
                .contentType("application/jsonl")
                .extract()
                .asString();
        for (String line : text.lines().toList()) {
            rows.add((ObjectNode) JSON.readTree(line));
        }
        return rows;
    }
}
