package io.auditvisa.certificate;

import io.auditvisa.event.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * An Ed25519 public key: 32 raw bytes and the forms it is published in.
 *
 * @param raw the key as RFC 8032 encodes it
 */
public record PublicKey(byte[] raw) {

    private static final byte[] SPKI_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");
    private static final int LENGTH = 32;

    public PublicKey {
        if (raw.length != LENGTH) {
            throw new IllegalArgumentException("an Ed25519 public key has 32 bytes");
        }
    }

    /** Reads an X.509 SubjectPublicKeyInfo; throws IllegalArgumentException when it holds no Ed25519 key. */
    static PublicKey ofSpki(byte[] spki) {
        if (spki.length != SPKI_HEAD.length + LENGTH
                || !Arrays.equals(Arrays.copyOf(spki, SPKI_HEAD.length), SPKI_HEAD)) {
            throw new IllegalArgumentException("no Ed25519 public key");
        }
        return new PublicKey(Arrays.copyOfRange(spki, SPKI_HEAD.length, spki.length));
    }

    /** The JWK member {@code x} (RFC 8037). */
    public String x() {
        return base64Url(raw);
    }

    /** The key id: RFC 7638 thumbprint. */
    public String keyId() {
        String required = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + x() + "\"}";
        return base64Url(Sha256.of(required.getBytes(StandardCharsets.US_ASCII)));
    }

    /** The PEM form that OpenSSL reads, with a final line feed. */
    public String pem() {
        return "-----BEGIN PUBLIC KEY-----\n" + Base64.getEncoder().encodeToString(spki())
                + "\n-----END PUBLIC KEY-----\n";
    }

    /** Whether this key's owner signed the message. */
    public boolean verifies(byte[] message, byte[] signature) {
        try {
            Signature ed25519 = Signature.getInstance("Ed25519");
            ed25519.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki())));
            ed25519.update(message);
            return ed25519.verify(signature);
        } catch (GeneralSecurityException malformed) {
            return false;
        }
    }

    private byte[] spki() {
        byte[] spki = Arrays.copyOf(SPKI_HEAD, SPKI_HEAD.length + LENGTH);
        System.arraycopy(raw, 0, spki, SPKI_HEAD.length, LENGTH);
        return spki;
    }

    private static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PublicKey that && Arrays.equals(raw, that.raw);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(raw);
    }
}
