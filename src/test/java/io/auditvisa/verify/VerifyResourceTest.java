package io.auditvisa.verify;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import io.auditvisa.delivery.Delivered;
import io.auditvisa.delivery.Untouched;
import io.auditvisa.processing.EventProcessor;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** AV-13.2: the second-stage verification, each check shown to pass and to fail. */
@QuarkusTest
class VerifyResourceTest {

    @Inject
    EventProcessor processor;

    @Inject
    DataSource database;

    @ConfigProperty(name = "auditvisa.data-dir")
    Path data;

    private final List<Untouched> damaged = new ArrayList<>();

    @AfterEach
    void putBack() throws SQLException, IOException {
        for (Untouched untouched : damaged) {
            untouched.restore(database);
        }
    }

    @Test
    void anUntouchedCertificateIsValid() {
        Delivered delivered = Delivered.by(processor);

        Response answer = json(delivered.slug());

        answer.then().statusCode(200).contentType(ContentType.JSON).header("Cache-Control", "no-store");
        answer.then().body("verdict", equalTo("valid")).body("slug", equalTo(delivered.slug()));
        answer.then().body("checks", hasSize(9)).body("checks.holds", everyItem(equalTo(true)));
        answer.then().body("run_hash", equalTo(delivered.record().runHash()));
        answer.then().body("predicate.ref", equalTo(delivered.record().ref()));
        answer.then().body("predicate.amount_minor", equalTo(500)).body("predicate.livemode", equalTo(false));
    }

    @Test
    void thePageSaysSoInBothLanguagesAndRunsNothing() {
        Delivered delivered = Delivered.by(processor);

        Response page =
                given().accept("text/html,application/xhtml+xml,*/*;q=0.8").get("/verify/" + delivered.slug());

        page.then().statusCode(200).contentType(startsWith("text/html"));
        page.then().body(containsString("This certificate is valid")).body(containsString("证书有效"));
        page.then().body(containsString("TEST")).body(containsString("测试"));
        page.then()
                .body(containsString("https://site.example/&lt;b&gt;?a=1&amp;b=2"))
                .body(not(containsString("<script")));
        page.then().header("Content-Security-Policy", startsWith("default-src 'none'; style-src 'sha256-"));
        page.then().header("X-Robots-Tag", "noindex");
    }

    @Test
    void whoDoesNotCareGetsThePage() {
        String slug = Delivered.by(processor).slug();

        given().accept("*/*").get("/verify/" + slug).then().statusCode(200).contentType(startsWith("text/html"));
    }

    @Test
    void anAlteredFileMakesItInvalid() throws Exception {
        Delivered delivered = toBeDamaged();
        Files.writeString(file(delivered, "html"), "forged");

        Response answer = json(delivered.slug());

        answer.then().statusCode(200).body("verdict", equalTo("invalid"));
        assertThat(result(answer, "certificate")).isEqualTo("failed");
        assertThat(result(answer, "signature")).isEqualTo("passed");
    }

    @Test
    void anAlteredPackageMakesItInvalid() throws Exception {
        Delivered delivered = toBeDamaged();
        byte[] zip = Files.readAllBytes(file(delivered, "zip"));
        zip[100] ^= 1;
        Files.write(file(delivered, "zip"), zip);

        Response answer = json(delivered.slug());

        answer.then().statusCode(200).body("verdict", equalTo("invalid"));
        assertThat(result(answer, "package")).isEqualTo("failed");
        assertThat(result(answer, "package_contents")).isEqualTo("failed");
    }

    @Test
    void anAlteredSignatureMakesItInvalid() throws Exception {
        Delivered delivered = toBeDamaged();
        update(
                "UPDATE delivery SET signature = set_byte(signature, 5, (get_byte(signature, 5) + 1) % 256) WHERE slug = ?",
                delivered);

        Response answer = json(delivered.slug());

        answer.then().statusCode(200).body("verdict", equalTo("invalid"));
        assertThat(result(answer, "signature")).isEqualTo("failed");
    }

    @Test
    void anAlteredStatementMakesItInvalid() throws Exception {
        Delivered delivered = toBeDamaged();
        update(
                "UPDATE delivery SET statement = convert_to(replace(convert_from(statement, 'UTF8'), 'site.example', 'evil.example'), 'UTF8') WHERE slug = ?",
                delivered);

        Response answer = json(delivered.slug());

        answer.then().statusCode(200).body("verdict", equalTo("invalid"));
        assertThat(result(answer, "run_hash")).isEqualTo("failed");
        assertThat(result(answer, "signature")).isEqualTo("failed");
        assertThat(result(answer, "certificate_content")).isEqualTo("failed");
    }

    @Test
    void aStatementThatIsNoneMakesItInvalid() throws Exception {
        Delivered delivered = toBeDamaged();
        update("UPDATE delivery SET statement = 'nonsense' WHERE slug = ?", delivered);

        json(delivered.slug()).then().statusCode(200).body("verdict", equalTo("invalid"));
    }

    @Test
    void anEventThatTellsOtherwiseMakesItInvalid() throws Exception {
        Delivered delivered = toBeDamaged();
        update("UPDATE event SET payload_hash = sha256('other') WHERE slug = ?", delivered);

        Response answer = json(delivered.slug());

        answer.then().statusCode(200).body("verdict", equalTo("invalid"));
        assertThat(result(answer, "event")).isEqualTo("failed");
    }

    @Test
    void aMissingFileLeavesItOpen() throws Exception {
        Delivered delivered = toBeDamaged();
        Files.delete(file(delivered, "zip"));

        Response answer = json(delivered.slug());

        answer.then().statusCode(503).body("verdict", equalTo("unavailable"));
        assertThat(answer.header("Retry-After")).isNotNull();
        assertThat(result(answer, "package")).isEqualTo("unavailable");
    }

    @Test
    void anUnknownAddressIsNotFound() {
        for (String slug : new String[] {"ffffffffffffffffffffffffffffffff", "x", "..%2f..%2fkeys"}) {
            Response answer =
                    given().urlEncodingEnabled(false).accept(ContentType.JSON).get("/verify/" + slug);
            answer.then().statusCode(404).body("verdict", equalTo("not_found")).body("checks", hasSize(0));
        }
        given().accept("text/html").get("/verify/x").then().statusCode(404).body(containsString("未找到证书"));
    }

    @Test
    void aWithheldCertificateIsShownToATokenOnly() {
        Delivered delivered = Delivered.by(processor, true);

        Response anonymous = json(delivered.slug());
        Response known = given().header("Authorization", "Bearer dev-token")
                .accept(ContentType.JSON)
                .get("/verify/" + delivered.slug());

        anonymous.then().statusCode(404).body("verdict", equalTo("not_found"));
        known.then().statusCode(200).body("verdict", equalTo("valid"));
    }

    private Delivered toBeDamaged() throws SQLException, IOException {
        Delivered delivered = Delivered.by(processor);
        damaged.add(Untouched.of(database, data, delivered.slug()));
        return delivered;
    }

    private static Response json(String slug) {
        return given().accept(ContentType.JSON).get("/verify/" + slug);
    }

    private static String result(Response answer, String check) {
        return answer.jsonPath().getString("checks.find { it.name == '" + check + "' }.result");
    }

    private Path file(Delivered delivered, String ending) {
        return data.resolve("deliveries").resolve(delivered.slug()).resolve(delivered.slug() + "." + ending);
    }

    private void update(String sql, Delivered delivered) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, delivered.slug());
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }
}
