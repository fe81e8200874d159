package io.auditvisa.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.blankOrNullString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused before anything is looked up; each is a problem with its code. */
@QuarkusTest
class RefusedRequestsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST|/api/v1/sources/stripe/pause|application/json|{}|400|reason_required",
                "POST|/api/v1/sources/stripe/pause|application/json|{\"reason\":|400|request_invalid",
                "POST|/api/v1/sources/stripe/pause|text/plain|{}|415|unsupported_media_type",
                "POST|/api/v1/sources/nobody/pause|application/json|{}|404|source_unknown",
                "POST|/api/v1/sources/messaging/reconcile|application/json|{}|409|not_reconcilable",
                "POST|/api/v1/accounts|application/json|{\"id\":\"a b\"}|400|request_invalid",
                "POST|/api/v1/accounts/demo/credits|application/json|{}|400|idempotency_key_missing",
                "POST|/api/v1/drills|application/json|{\"replays\":0}|400|parameter_invalid",
                "POST|/api/v1/imports/processed|application/xml|{}|415|unsupported_media_type",
                "POST|/api/v1/imports/processed|text/plain|{}|400|payload_invalid",
                "DELETE|/api/v1/events||{}|405|method_not_allowed",
                "GET|/api/v1/events?limit=201|||400|parameter_invalid",
                "GET|/api/v1/nowhere|||404|not_found",
            })
    void aRefusalIsAProblemWithItsCode(
            String method, String path, String contentType, String body, int status, String code) {
        RequestSpecification request = given().header("Authorization", "Bearer dev-token");
        if (contentType != null) {
            request.contentType(contentType);
        }
        if (body != null) {
            request.body(body);
        }

        request.request(method, path)
                .then()
                .statusCode(status)
                .contentType("application/problem+json")
                .body("code", equalTo(code))
                .body("status", equalTo(status))
                .body("detail", not(blankOrNullString()));
    }
}
