package io.auditvisa.access;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(RoleTokens.class)
class AccessTest {

    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete", "head", "options");

    @ParameterizedTest
    @CsvSource({
        "GET, /api/v1/events, viewer",
        "GET, /api/v1/events/av_evt_none, viewer",
        "GET, /api/v1/events/av_evt_none/audit, viewer",
        "GET, /api/v1/arrivals, viewer",
        "GET, /api/v1/invariants, viewer",
        "GET, /api/v1/exports/audit.csv?from=2000-01-01&to=2000-01-01, viewer",
        "GET, /api/v1/exports/audit.jsonl?from=2000-01-01&to=2000-01-01, viewer",
        "GET, /api/v1/exports/processed.jsonl?from=2000-01-01&to=2000-01-01, viewer",
        "POST, /api/v1/imports/processed, operator",
        "GET, /api/v1/accounts, finance",
        "GET, /api/v1/accounts/nobody, finance",
        "GET, /api/v1/ledger/entries, finance",
        "POST, /api/v1/ledger/entries/0/refund, finance",
        "GET, /api/v1/exports/ledger.csv?from=2000-01-01&to=2000-01-01, finance",
        "GET, /api/v1/inbox/lines, viewer",
        "GET, /api/v1/sources, operator",
    })
    void everyEndpointOpensToItsRolesAlone(String method, String path, String role) {
        for (String other : List.of("viewer", "finance", "operator")) {
            boolean allowed = other.equals(role) || role.equals("viewer");

            int status = given().header("Authorization", "Bearer " + other + "-token")
                    .contentType("application/jsonl")
                    .request(method, path)
                    .statusCode();

            if (allowed) {
                assertThat(status).as(other + " " + path).isIn(200, 404);
            } else {
                assertThat(status).as(other + " " + path).isEqualTo(403);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "recover", "abandon", "resend-notification"})
    void onlyOperatorsActOnEvents(String action) {
        for (String role : List.of("viewer", "finance", "operator")) {
            given().header("Authorization", "Bearer " + role + "-token")
                    .contentType("application/json")
                    .body("{\"reason\":\"a test\"}")
                    .post("/api/v1/events/av_evt_none/" + action)
                    .then()
                    .statusCode(role.equals("operator") ? 404 : 403);
        }
    }

    @Test
    void noOperationOfTheApiIsOpenWithoutAToken() throws IOException {
        List<String> open = new ArrayList<>();
        int checked = 0;
        for (String operation : operations()) {
            String[] parts = operation.split(" ");
            int status = given().contentType("application/json")
                    .request(parts[0], parts[1])
                    .statusCode();
            if (status != 401) {
                open.add(operation + " answers " + status);
            }
            checked++;
        }

        assertThat(open).isEmpty();
        assertThat(checked).isGreaterThanOrEqualTo(9);
    }

    private static List<String> operations() throws IOException {
        String document = given().accept("application/json").get("/q/openapi").asString();
        List<String> operations = new ArrayList<>();
        JsonNode paths = new ObjectMapper().readTree(document).path("paths");
        paths.properties().stream()
                .filter(path -> path.getKey().startsWith("/api/"))
                .forEach(path -> path.getValue().fieldNames().forEachRemaining(name -> {
                    if (METHODS.contains(name)) {
                        String filled = path.getKey().replaceAll("\\{[^}]+}", "x");
                        operations.add(name.toUpperCase(Locale.ROOT) + " " + filled);
                    }
                }));
        return operations;
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer wrong", "Bearer ", "Bearer", "Basic dmlld2VyOnZpZXdlcg==", "viewer-token"})
    void aWrongTokenIsToldToBringARightOne(String header) {
        given().header("Authorization", header)
                .get("/api/v1/events")
                .then()
                .statusCode(401)
                .contentType("application/problem+json")
                .header("WWW-Authenticate", startsWith("Bearer"))
                .body("code", equalTo("unauthenticated"))
                .body("status", equalTo(401));
    }

    @Test
    void whoIsNobodyLearnsNothingAboutRoutesThatDoNotExist() {
        given().get("/api/v1/none").then().statusCode(401).body("code", equalTo("unauthenticated"));
        given().header("Authorization", "Bearer viewer-token")
                .get("/api/v1/none")
                .then()
                .statusCode(404);
    }

    @Test
    void aWrongRoleIsForbidden() {
        given().header("Authorization", "Bearer finance-token")
                .contentType("text/plain")
                .body("{}")
                .post("/api/v1/imports/processed")
                .then()
                .statusCode(403)
                .contentType("application/problem+json")
                .body("code", equalTo("forbidden"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/d/0123456789abcdef0123456789abcdef.html",
                "/verify/0123456789abcdef0123456789abcdef",
                "/.well-known/jwks.json",
                "/webhooks/nobody"
            })
    void publicRoutesStayOpenWhateverTheAuthorizationHeaderHolds(String path) {
        for (String header : List.of("Bearer wrong", "Basic dmlld2VyOnZpZXdlcg==", "Bearer")) {
            int status = given().header("Authorization", header).get(path).statusCode();

            assertThat(status).as(path + " with " + header).isNotIn(401, 403);
        }
    }

    @Test
    void theApiDescribesItselfOnTheMainPort() {
        given().accept("application/json")
                .get("/q/openapi")
                .then()
                .statusCode(200)
                .body("info.title", equalTo("AuditVisa"))
                .body("components.securitySchemes.token.scheme", equalTo("bearer"))
                .body("components.schemas.ArrivalItem.properties.keySet()", hasItem("request_fingerprint"))
                .body("paths.'/api/v1/events'.get.security.token", hasSize(1));
    }
}
