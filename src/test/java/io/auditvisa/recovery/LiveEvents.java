package io.auditvisa.recovery;

import static io.restassured.RestAssured.given;

import io.auditvisa.testing.StripeSigner;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/** Events sent through the real endpoint, and what tests do to their rows. */
@ApplicationScoped
class LiveEvents {

    private static final String BODY = """
            {"id":"%s","object":"event","type":"checkout.session.completed","livemode":true,"data":{"object":{
            "id":"cs_%s","object":"checkout.session","payment_status":"paid","amount_total":4900,"currency":"usd",
            "customer_details":{"email":"someone@site.example"},
            "metadata":{"target":"https://site.example/page","product":"AuditVisa Standard"}}}}""";

    private final DataSource dataSource;

    LiveEvents(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static String newId() {
        return "evt_" + UUID.randomUUID().toString().replace("-", "");
    }

    static String body(String eventId) {
        return BODY.formatted(eventId, eventId.substring(4));
    }

    /** Sends a paid session; the answer's record. */
    JsonPath send(String eventId) {
        Response answer = post(eventId);
        answer.then().statusCode(200);
        return answer.jsonPath();
    }

    Response post(String eventId) {
        return postBody(body(eventId));
    }

    /** Sends a body of the caller's own, signed. */
    Response postBody(String body) {
        return given().header(StripeSigner.HEADER, StripeSigner.DEMO.header(body, Instant.now()))
                .body(body.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .contentType("application/json")
                .post("/webhooks/stripe");
    }

    Response act(String path, Map<String, ?> body) {
        return given().header("Authorization", "Bearer dev-token")
                .contentType("application/json")
                .body(body)
                .post("/api/v1" + path);
    }

    JsonPath get(String path) {
        return given().header("Authorization", "Bearer dev-token")
                .get("/api/v1" + path)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    /** As a crash after the publishing and before the COMMIT leaves an event: files, no rows, a dead run whose time is over. */
    void rewindToDeadRun(String eventId) throws SQLException {
        String event = "(SELECT id FROM event WHERE event_id = '" + eventId + "')";
        execute("DELETE FROM delivery WHERE event = " + event);
        execute("DELETE FROM notification WHERE event = " + event);
        execute("UPDATE event SET status = 'processing', run_id = gen_random_uuid(), run_hash = NULL,"
                + " first_processed_at = NULL, due_at = clock_timestamp() - interval '1 second' WHERE id = " + event);
        execute("UPDATE event e SET transitions = 1, history_length = 2, history_head ="
                + " (SELECT hash FROM transition t WHERE t.event = e.id AND number = 1) WHERE id = " + event);
        execute("DELETE FROM transition WHERE number > 1 AND event = " + event);
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    String text(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getString(1) : "(no row)";
        }
    }

    String status(String eventId) throws SQLException {
        return text("SELECT status FROM event WHERE event_id = '" + eventId + "'");
    }
}
