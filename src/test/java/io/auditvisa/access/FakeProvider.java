package io.auditvisa.access;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.auditvisa.testing.Eventually;
import io.auditvisa.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** An OpenID Connect provider with one key, as far as a service that only judges tokens asks for it. May come and go. */
final class FakeProvider implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final int port = FreePort.find();
    private final KeyPair key = newKey();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile long delayMillis;
    private HttpServer server;

    /** Takes its time for every answer. */
    FakeProvider slow(long millis) {
        delayMillis = millis;
        return this;
    }

    FakeProvider start() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return this;
    }

    /** Goes away; {@link #start} brings it back to the same place. */
    void stop() {
        server.stop(0);
    }

    @Override
    public void close() {
        if (server != null) {
            stop();
        }
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /** The public key as {@code quarkus.oidc.public-key} wants it. */
    String publicKey() {
        return Base64.getEncoder().encodeToString(key.getPublic().getEncoded());
    }

    /** The paths it was asked for. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** A good token of a person in these groups. */
    String token(String person, String... groups) {
        return token(claims(person, groups));
    }

    /** What a good token of a person in these groups says. */
    Map<String, Object> claims(String person, String... groups) {
        long now = Instant.now().getEpochSecond();
        return new HashMap<>(Map.of(
                "iss",
                url(),
                "aud",
                "auditvisa",
                "sub",
                "subject-of-" + person,
                "preferred_username",
                person,
                "groups",
                List.of(groups),
                "iat",
                now,
                "exp",
                now + 300));
    }

    String token(Map<String, Object> claims) {
        return token("key-1", claims);
    }

    /** A token signed with our key, which it calls {@code kid}. */
    String token(String kid, Map<String, Object> claims) {
        String signed = part(Map.of("alg", "RS256", "typ", "JWT", "kid", kid)) + "." + part(claims);
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key.getPrivate());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + BASE64.encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A token that nobody signed. */
    static String unsigned(Map<String, Object> claims) {
        return part(Map.of("alg", "none")) + "." + part(claims) + ".";
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(path);
        Eventually.sleep(delayMillis);
        byte[] body = JSON.writeValueAsBytes(
                switch (path) {
                    case "/.well-known/openid-configuration" ->
                        Map.of(
                                "issuer", url(),
                                "jwks_uri", url() + "/keys",
                                "token_endpoint", url() + "/token",
                                "introspection_endpoint", url() + "/introspect");
                    case "/keys" -> Map.of("keys", List.of(publicJwk()));
                    default -> Map.of("active", true, "username", "anybody", "groups", List.of("operator"));
                });
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private Map<String, Object> publicJwk() {
        RSAPublicKey rsa = (RSAPublicKey) key.getPublic();
        return Map.of(
                "kty", "RSA",
                "use", "sig",
                "alg", "RS256",
                "kid", "key-1",
                "n", unsigned(rsa.getModulus()),
                "e", unsigned(rsa.getPublicExponent()));
    }

    private static String unsigned(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return BASE64.encodeToString(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }

    private static String part(Map<String, Object> members) {
        try {
            return BASE64.encodeToString(JSON.writeValueAsBytes(members));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
