package io.auditvisa.access;

import io.quarkus.security.identity.request.BaseAuthenticationRequest;

/** A bearer token that belongs to a caller. A type of its own, so that OIDC's tokens go to OIDC. */
class TokenRequest extends BaseAuthenticationRequest {

    private final ApiTokens.Caller caller;

    TokenRequest(ApiTokens.Caller caller) {
        this.caller = caller;
    }

    ApiTokens.Caller caller() {
        return caller;
    }
}
