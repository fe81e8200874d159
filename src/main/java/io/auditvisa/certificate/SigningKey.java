package io.auditvisa.certificate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One key file: an active key that signs, or a retired one of which only the public half counts. Never shows its secret. */
final class SigningKey {

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN (PRIVATE|PUBLIC) KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1 KEY-----");
    private static final byte[] PROBE = "auditvisa".getBytes(StandardCharsets.US_ASCII);

    private final PublicKey publicKey;
    private final @Nullable PrivateKey privateKey;
    private final Instant modifiedAt;
    private final String fileName;

    private SigningKey(PublicKey publicKey, @Nullable PrivateKey privateKey, Instant modifiedAt, String fileName) {
        this.publicKey = publicKey;
        this.privateKey = privateKey;
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
        try {
            PrivateKey secret = KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(der));
            boolean retired = name.endsWith(KeyFiles.RETIRED_ENDING);
            return new SigningKey(publicHalf(secret), retired ? null : secret, modifiedAt(file), name);
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

    /**
     * The platform has no call for it, but its key generator takes its seed from the random source it is given: given the
     * private key as that seed, it makes this very pair. Signing a probe shows that the two belong together.
     */
    private static PublicKey publicHalf(PrivateKey secret) throws GeneralSecurityException {
        byte[] seed = ((EdECPrivateKey) secret).getBytes().orElseThrow(GeneralSecurityException::new);
        KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
        generator.initialize(NamedParameterSpec.ED25519, new SecureRandom() {
            @Override
            public void nextBytes(byte[] bytes) {
                System.arraycopy(seed, 0, bytes, 0, bytes.length);
            }
        });
        PublicKey half =
                PublicKey.ofSpki(generator.generateKeyPair().getPublic().getEncoded());
        if (!half.verifies(PROBE, sign(secret, PROBE))) {
            throw new GeneralSecurityException("the derived public key does not fit");
        }
        return half;
    }

    private static byte[] sign(PrivateKey secret, byte[] message) throws GeneralSecurityException {
        Signature ed25519 = Signature.getInstance("Ed25519");
        ed25519.initSign(secret);
        ed25519.update(message);
        return ed25519.sign();
    }

    /** The signature, always the same for the same message; empty for a retired key. */
    Optional<byte[]> sign(byte[] message) {
        if (privateKey == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(sign(privateKey, message));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("the key signed its probe and now does not sign", impossible);
        }
    }

    /** Whether it signs and what it signs can be verified. */
    boolean isUsable() {
        return sign(PROBE)
                .filter(signature -> publicKey.verifies(PROBE, signature))
                .isPresent();
    }

    boolean canSign() {
        return privateKey != null;
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
