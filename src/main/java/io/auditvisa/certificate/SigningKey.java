package io.auditvisa.certificate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/** One key file: an active key that signs, or a retired one of which only the public half counts. Never shows its secret. */
final class SigningKey {

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN (PRIVATE|PUBLIC) KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1 KEY-----");
    private static final byte[] PROBE = "auditvisa".getBytes(StandardCharsets.US_ASCII);

    private final PublicKey publicKey;
    private final byte @Nullable [] seed;
    private final Instant modifiedAt;
    private final String fileName;

    private SigningKey(PublicKey publicKey, byte @Nullable [] seed, Instant modifiedAt, String fileName) {
        this.publicKey = publicKey;
        this.seed = seed;
        this.modifiedAt = modifiedAt;
        this.fileName = fileName;
    }

    /** Reads a file; throws IllegalArgumentException when it holds no Ed25519 key in PKCS#8 or public-key PEM. */
    static SigningKey read(Path file) throws IOException {
        Matcher pem = PEM.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!pem.find()) {
            throw new IllegalArgumentException("no PEM key");
        }
        byte[] der = Base64.getMimeDecoder().decode(pem.group(2));
        String name = file.getFileName().toString();
        if (pem.group(1).equals("PUBLIC")) {
            return new SigningKey(PublicKey.ofSpki(der), null, modifiedAt(file), name);
        }
        byte[] seed = seedOf(der);
        boolean retired = name.endsWith(KeyFiles.RETIRED_ENDING);
        return new SigningKey(publicHalf(seed), retired ? null : seed, modifiedAt(file), name);
    }

    /** The 32 secret bytes (RFC 8032) of a PKCS#8 key. */
    private static byte[] seedOf(byte[] pkcs8) {
        try {
            KeyFactory ed25519 = KeyFactory.getInstance("Ed25519");
            EdECPrivateKey secret = (EdECPrivateKey) ed25519.generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            return secret.getBytes().orElseThrow(GeneralSecurityException::new);
        } catch (GeneralSecurityException malformed) {
            throw new IllegalArgumentException("no Ed25519 key", malformed);
        }
    }

    /** The files of a mounted secret are links, all stamped at the moment of mounting: there the name alone decides. */
    private static Instant modifiedAt(Path file) throws IOException {
        return Files.isSymbolicLink(file)
                ? Instant.EPOCH
                : Files.getLastModifiedTime(file).toInstant();
    }

    /** The public half; the platform's own check of a signed probe shows that the two belong together. */
    private static PublicKey publicHalf(byte[] seed) {
        byte[] raw = new byte[Ed25519.PUBLIC_KEY_SIZE];
        Ed25519.generatePublicKey(seed, 0, raw, 0);
        PublicKey half = new PublicKey(raw);
        if (!half.verifies(PROBE, sign(seed, raw, PROBE))) {
            throw new IllegalArgumentException("the derived public key does not fit");
        }
        return half;
    }

    private static byte[] sign(byte[] seed, byte[] publicHalf, byte[] message) {
        byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
        Ed25519.sign(seed, 0, publicHalf, 0, message, 0, message.length, signature, 0);
        return signature;
    }

    /** The signature, always the same for the same message; empty for a retired key. */
    Optional<byte[]> sign(byte[] message) {
        return seed == null ? Optional.empty() : Optional.of(sign(seed, publicKey.raw(), message));
    }

    /** Whether it signs and what it signs can be verified. */
    boolean isUsable() {
        return sign(PROBE)
                .filter(signature -> publicKey.verifies(PROBE, signature))
                .isPresent();
    }

    boolean canSign() {
        return seed != null;
    }

    PublicKey publicKey() {
        return publicKey;
    }

    String keyId() {
        return publicKey.keyId();
    }

    Instant modifiedAt() {
        return modifiedAt;
    }

    String fileName() {
        return fileName;
    }

    @Override
    public String toString() {
        return fileName + " (" + keyId() + ")";
    }
}
