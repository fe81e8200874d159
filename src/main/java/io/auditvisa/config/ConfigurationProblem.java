package io.auditvisa.config;

/** Stops the start; its message is the one line that people see, and it names the key. */
public class ConfigurationProblem extends RuntimeException {

    public ConfigurationProblem(String message) {
        super(message);
    }
}
