package io.auditvisa.config;

import org.jspecify.annotations.Nullable;

/**
 * A setting that cannot be used: unknown, malformed or contradicting another one. The message is one line that names the key
 * and never shows a secret. Thrown while starting, by the package that reads the setting; AuditVisa then does not start.
 */
public final class ConfigurationProblem extends StartProblem {

    private static final long serialVersionUID = 1L;

    public ConfigurationProblem(String message) {
        super(message);
    }

    public ConfigurationProblem(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
