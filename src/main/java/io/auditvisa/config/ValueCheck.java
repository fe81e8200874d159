package io.auditvisa.config;

import io.quarkus.runtime.configuration.MemorySize;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/** What the value of a setting must be. What depends on other settings is checked by the package that reads it. */
enum ValueCheck {
    TEXT("some text", value -> true),
    PATH("a path", ValueCheck::isPath),
    WEB_ADDRESS("an address that begins with http:// or https://", ValueCheck::isWebAddress),
    TRUE_OR_FALSE("true or false", Set.of("true", "false")::contains),
    COUNT("a whole number from 1 to 1000000", value -> value.matches("[1-9][0-9]{0,5}|1000000")),
    COUNT_OR_NONE("a whole number from 0 to 1000000", value -> value.matches("0|[1-9][0-9]{0,5}|1000000")),
    SOURCE_KIND("stripe or standard", Set.of("stripe", "standard")::contains),
    DELIVERY_POLICY("public or withheld", Set.of("public", "withheld")::contains),
    STORAGE("filesystem (s3 comes with a later version)", "filesystem"::equals),
    SHA256("a SHA-256 in 64 hexadecimal digits", value -> value.matches("[0-9a-fA-F]{64}")),
    EFFECTS(
            "a list of certificate, credit, debit, inbox, crm, notification",
            listOf(Set.of("certificate", "credit", "debit", "inbox", "crm", "notification"))),
    ROLES("a list of viewer, finance, operator", listOf(Set.of("viewer", "finance", "operator"))),
    DURATION("a positive duration such as 30s, 5m, 2h or PT1M", value -> true) {
        @Override
        boolean accepts(String key, String value, Config config) {
            Duration duration = config.getValue(key, Duration.class);
            return duration.isPositive();
        }
    },
    AMOUNT_OF_BYTES("a number of bytes such as 512K or 1M", value -> true) {
        @Override
        boolean accepts(String key, String value, Config config) {
            return config.getValue(key, MemorySize.class).asLongValue() > 0;
        }
    };

    private static final Pattern COMMA = Pattern.compile("\\s*,\\s*");

    private final String wanted;
    private final Predicate<String> test;

    ValueCheck(String wanted, Predicate<String> test) {
        this.wanted = wanted;
        this.test = test;
    }

    /** What to write instead, for the operator. */
    String wanted() {
        return wanted;
    }

    /** Whether {@code value}, which is what {@code config} has for {@code key}, can be used. */
    boolean accepts(String key, String value, Config config) {
        return test.test(value);
    }

    private static Predicate<String> listOf(Set<String> members) {
        return value -> COMMA.splitAsStream(value.strip()).allMatch(members::contains);
    }

    private static boolean isPath(String value) {
        try {
            return Path.of(value).isAbsolute() || !value.isBlank();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static boolean isWebAddress(String value) {
        try {
            URI address = URI.create(value);
            return Set.of("http", "https").contains(String.valueOf(address.getScheme())) && address.getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
