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
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(RoleTokens.class)
class AccessTest {

    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete", "head", "options");

    /** Every endpoint, its role, and a request that changes nothing even when it is allowed. */
    private static final List<Endpoint> ENDPOINTS = List.of(
            new Endpoint("GET", "/api/v1/events", "viewer"),
            new Endpoint("GET", "/api/v1/events/{ref}", "viewer"),
            new Endpoint("GET", "/api/v1/events/{ref}/audit", "viewer"),
            new Endpoint("POST", "/api/v1/events/{ref}/check", "operator"),
            new Endpoint("POST", "/api/v1/events/{ref}/recover", "operator"),
            new Endpoint("POST", "/api/v1/events/{ref}/abandon", "operator"),
            new Endpoint("POST", "/api/v1/events/{ref}/resend-notification", "operator"),
            new Endpoint("GET", "/api/v1/arrivals", "viewer"),
            new Endpoint("GET", "/api/v1/invariants", "viewer"),
            new Endpoint("GET", "/api/v1/exports/audit.csv", "viewer"),
            new Endpoint("GET", "/api/v1/exports/audit.jsonl", "viewer"),
            new Endpoint("GET", "/api/v1/exports/processed.jsonl", "viewer"),
            new Endpoint("GET", "/api/v1/exports/ledger.{format}", "finance"),
            new Endpoint("POST", "/api/v1/imports/processed", "operator", "text/plain", ""),
            new Endpoint("GET", "/api/v1/accounts", "finance"),
            new Endpoint("POST", "/api/v1/accounts", "finance"),
            new Endpoint("GET", "/api/v1/accounts/{id}", "finance"),
            new Endpoint("PATCH", "/api/v1/accounts/{id}", "finance"),
            new Endpoint("POST", "/api/v1/accounts/{id}/credits", "finance"),
            new Endpoint("GET", "/api/v1/ledger/entries", "finance"),
            new Endpoint("GET", "/api/v1/ledger/entries/{id}", "finance"),
            new Endpoint("POST", "/api/v1/ledger/entries/{id}/refund", "finance"),
            new Endpoint("GET", "/api/v1/inbox/lines", "viewer"),
            new Endpoint("GET", "/api/v1/sources", "operator"),
            new Endpoint("GET", "/api/v1/sources/{name}", "operator"),
            new Endpoint("POST", "/api/v1/sources/{name}/pause", "operator"),
            new Endpoint("POST", "/api/v1/sources/{name}/resume", "operator"),
            new Endpoint("POST", "/api/v1/sources/{name}/reconcile", "operator"),
            new Endpoint("POST", "/api/v1/drills", "operator", "application/json", "{\"replays\":0}"));

    private record Endpoint(String method, String path, String role, String contentType, String body) {

        Endpoint(String method, String path, String role) {
            this(method, path, role, "application/json", "{}");
        }

        Response request(String token) {
            RequestSpecification request = given();
            if (token != null) {
                request.header("Authorization", "Bearer " + token);
            }
            if (!method.equals("GET")) {
                request.contentType(contentType).body(body);
            }
            String window = path.contains("/exports/") ? "?from=2000-01-01&to=2000-01-01" : "";
            return request.request(
                    method,
                    path.replace("{ref}", "av_evt_none")
                                    .replace("{format}", "csv")
                                    .replaceAll("\\{[a-z]+}", "nobody")
                            + window);
        }

        /** {@code finance} and {@code operator} include {@code viewer}, not each other. */
        boolean isOpenTo(String caller) {
            return caller.equals(role) || role.equals("viewer");
        }
    }

    static List<Endpoint> endpoints() {
        return ENDPOINTS;
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void anEndpointOpensToItsRolesAlone(Endpoint endpoint) {
        for (String caller : List.of("viewer", "finance", "operator")) {
            Response answer = endpoint.request(caller + "-token");

            if (endpoint.isOpenTo(caller)) {
                assertThat(answer.statusCode()).as(caller).isIn(200, 400, 404);
            } else {
                answer.then().statusCode(403).body("code", equalTo("forbidden"));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void anEndpointIsClosedWithoutAKnownToken(Endpoint endpoint) {
        for (String nobody : new String[] {null, "wrong"}) {
            endpoint.request(nobody).then().statusCode(401).body("code", equalTo("unauthenticated"));
        }
    }

    @Test
    void theTableHasEveryEndpointThatTheApiDescribes() throws IOException {
        assertThat(ENDPOINTS.stream().map(endpoint -> endpoint.method() + " " + endpoint.path()))
                .containsExactlyInAnyOrderElementsOf(operations());
    }

    private static List<String> operations() throws IOException {
        String document = given().accept("application/json").get("/q/openapi").asString();
        List<String> operations = new ArrayList<>();
        JsonNode paths = new ObjectMapper().readTree(document).path("paths");
        paths.properties().stream()
                .filter(path -> path.getKey().startsWith("/api/"))
                .forEach(path -> path.getValue().fieldNames().forEachRemaining(name -> {
                    if (METHODS.contains(name)) {
                        operations.add(name.toUpperCase(Locale.ROOT) + " " + path.getKey());
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
