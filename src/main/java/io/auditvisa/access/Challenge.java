package io.auditvisa.access;

/** What a refused caller is told to send (RFC 6750). */
final class Challenge {

    static final String BEARER = "Bearer realm=\"auditvisa\"";

    static final String DETAIL = "this needs a known bearer token";

    private Challenge() {}
}
