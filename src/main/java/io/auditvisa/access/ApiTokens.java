package io.auditvisa.access;

import io.auditvisa.config.ConfigurationProblem;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The configured bearer tokens, read and checked at the start: a malformed one stops it. */
@Startup
@ApplicationScoped
public class ApiTokens {

    private static final Pattern SHA256_HEX = Pattern.compile("[0-9a-fA-F]{64}");

    private final List<Entry> entries;

    private record Entry(Caller caller, byte[] sha256) {}

    /** Who presented a token. */
    public record Caller(String name, Set<String> roles) {}

    public ApiTokens(ApiAccess access) {
        this.entries = new TreeMap<>(access.tokens())
                .entrySet().stream().map(ApiTokens::entry).toList();
    }

    private static Entry entry(Map.Entry<String, ApiAccess.Token> configured) {
        String key = "auditvisa.api.tokens." + configured.getKey();
        String sha256 = configured.getValue().sha256().orElse("").trim();
        if (!SHA256_HEX.matcher(sha256).matches()) {
            throw new ConfigurationProblem(key + ".sha256 is not the SHA-256 of a token as 64 hex digits");
        }
        Set<String> roles = configured.getValue().roles().orElse(Set.of());
        if (roles.isEmpty() || !Roles.ALL.containsAll(roles)) {
            throw new ConfigurationProblem(key + ".roles is not a list of viewer, finance, operator");
        }
        return new Entry(
                new Caller(configured.getKey(), Roles.withIncluded(roles)),
                HexFormat.of().parseHex(sha256));
    }

    /** Whether a configured token has this name. */
    boolean isName(String name) {
        return entries.stream().anyMatch(entry -> entry.caller().name().equals(name));
    }

    /** The caller of this token. Compares with every entry, in constant time, so that an answer's delay tells nothing. */
    public Optional<Caller> find(String token) {
        byte[] presented = sha256(token);
        Optional<Caller> found = Optional.empty();
        for (Entry entry : entries) {
            if (MessageDigest.isEqual(entry.sha256(), presented)) {
                found = Optional.of(entry.caller());
            }
        }
        return found;
    }

    private static byte[] sha256(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
