package io.auditvisa.access;

/** What a refused caller is told to send (RFC 6750). */
final class Challenge {

    static final String BEARER = "Bearer realm=\"auditvisa\"";

    static final String DETAIL = "this needs a known bearer token";

    static final String NO_ROLE = "the token does not have the role this needs";

    static final String NO_PROVIDER = "whether this token is good cannot be found out now";

    private Challenge() {}
}
