package io.auditvisa.access;

import io.smallrye.config.ConfigMapping;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Settings {@code auditvisa.api.*}: who may ask the operators' API. Nothing configured: nobody. */
@ConfigMapping(prefix = "auditvisa.api")
public interface ApiAccess {

    /** The callers by name; the name stands in the history of what they do. */
    Map<String, Token> tokens();

    /** One caller. */
    interface Token {

        /** Hex SHA-256 of the token; the token itself is never stored. */
        Optional<String> sha256();

        /** One or more of {@code viewer}, {@code finance}, {@code operator}. */
        Optional<Set<String>> roles();
    }
}
