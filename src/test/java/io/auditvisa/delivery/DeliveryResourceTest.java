package io.auditvisa.delivery;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import io.auditvisa.event.Sha256;
import io.auditvisa.processing.EventProcessor;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** AV-5.4, AV-13.1 (delivery policy), GO-3: the downloads. */
@QuarkusTest
class DeliveryResourceTest {

    @Inject
    EventProcessor processor;

    @Inject
    DataSource database;

    @ConfigProperty(name = "auditvisa.data-dir")
    Path data;

    @Test
    void theThreeFilesAreServedAsRecordedAndForEver() {
        Delivered delivered = Delivered.by(processor);

        Response html = get(delivered.slug() + ".html");
        Response json = get(delivered.slug() + ".json");
        Response zip = get(delivered.slug() + ".zip");

        html.then().statusCode(200).contentType(startsWith("text/html")).body(containsString("TEST"));
        html.then().header("Content-Security-Policy", startsWith("default-src 'none'; style-src 'sha256-"));
        json.then().statusCode(200).contentType(startsWith("application/json"));
        zip.then().statusCode(200).contentType("application/zip");
        zip.then().header("Content-Disposition", "attachment; filename=\"auditvisa-" + delivered.slug() + ".zip\"");
        assertThat(Sha256.hexOf(json.asByteArray()))
                .isEqualTo(delivered.record().runHash());
        for (Response answer : List.of(html, json, zip)) {
            answer.then().header("ETag", "\"" + Sha256.hexOf(answer.asByteArray()) + "\"");
            answer.then().header("Cache-Control", "public, max-age=31536000, immutable");
            answer.then().header("X-Robots-Tag", "noindex").header("X-Content-Type-Options", "nosniff");
        }
    }

    @Test
    void noFileHoldsTheBuyersAddress() {
        Delivered delivered = Delivered.by(processor);

        for (String ending : List.of(".html", ".json", ".zip")) {
            get(delivered.slug() + ending).then().statusCode(200).body(not(containsString("buyer@")));
        }
    }

    @Test
    void whoHasItIsToldThatNothingChanged() {
        Delivered delivered = Delivered.by(processor);
        String tag = get(delivered.slug() + ".zip").header("ETag");

        Response again = given().header("If-None-Match", "\"other\", " + tag).get("/d/" + delivered.slug() + ".zip");

        again.then().statusCode(304).header("ETag", tag).header("Cache-Control", containsString("immutable"));
        assertThat(again.asByteArray()).isEmpty();
    }

    @Test
    void aHeadRequestGetsTheHeadersAlone() {
        Delivered delivered = Delivered.by(processor);
        Response whole = get(delivered.slug() + ".zip");

        Response head = given().head("/d/" + delivered.slug() + ".zip");

        head.then().statusCode(200).header("ETag", whole.header("ETag")).contentType("application/zip");
        head.then().header("Content-Length", String.valueOf(whole.asByteArray().length));
    }

    @Test
    void aPartOfTheZipCanBeFetched() {
        Delivered delivered = Delivered.by(processor);
        String path = "/d/" + delivered.slug() + ".zip";
        byte[] whole = get(delivered.slug() + ".zip").asByteArray();

        Response part = given().header("Range", "bytes=10-19").get(path);

        part.then().statusCode(206).header("Content-Range", "bytes 10-19/" + whole.length);
        assertThat(part.asByteArray()).isEqualTo(Arrays.copyOfRange(whole, 10, 20));
        Response beyond = given().header("Range", "bytes=" + whole.length + "-").get(path);
        beyond.then().statusCode(416).header("Content-Range", "bytes */" + whole.length);
        given().header("Range", "bytes=0-1")
                .header("If-Range", "\"other\"")
                .get(path)
                .then()
                .statusCode(200);
    }

    @Test
    void anAlteredOrMissingFileIsMadeAgainAndNeverServedWrong() throws Exception {
        Delivered delivered = Delivered.by(processor);
        Untouched untouched = Untouched.of(database, data, delivered.slug());
        byte[] html = get(delivered.slug() + ".html").asByteArray();
        byte[] zip = get(delivered.slug() + ".zip").asByteArray();
        Path folder = data.resolve("deliveries").resolve(delivered.slug());
        Files.writeString(folder.resolve(delivered.slug() + ".html"), "forged");
        Files.delete(folder.resolve(delivered.slug() + ".zip"));

        Response again = get(delivered.slug() + ".html");

        again.then().statusCode(200);
        assertThat(again.asByteArray()).isEqualTo(html);
        assertThat(get(delivered.slug() + ".zip").asByteArray()).isEqualTo(zip);
        untouched.restore(database);
    }

    @Test
    void aWithheldDeliveryAnswersOnlyToAToken() {
        Delivered delivered = Delivered.by(processor, true);

        Response anonymous = get(delivered.slug() + ".html");
        Response known = given().header("Authorization", "Bearer dev-token").get("/d/" + delivered.slug() + ".html");

        anonymous.then().statusCode(404).body("code", equalTo("not_found"));
        known.then().statusCode(200).header("Cache-Control", startsWith("private"));
    }

    @Test
    void whatIsNotThereIs404WithoutDetail() {
        String slug = Delivered.by(processor).slug();

        for (String path : List.of(
                "/d/ffffffffffffffffffffffffffffffff.html",
                "/d/" + slug,
                "/d/" + slug + ".exe",
                "/d/..%2f..%2fkeys%2fsigning-001.pem",
                "/d/" + slug + "%2f" + slug + ".html",
                "/d/" + slug + "%00.html",
                "/d/.staging",
                "/d/")) {
            Response answer = given().urlEncodingEnabled(false).get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertThat(answer.asString()).as(path).doesNotContain(slug).doesNotContain("deliveries");
        }
    }

    private static Response get(String name) {
        return given().get("/d/" + name);
    }
}
