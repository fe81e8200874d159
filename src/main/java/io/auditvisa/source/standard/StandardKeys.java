package io.auditvisa.source.standard;

import io.auditvisa.config.ConfigurationProblem;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/**
 * The active secrets of a Standard Webhooks source.
 *
 * @param symmetric keys of {@code v1}, from {@code whsec_<base64>}
 * @param asymmetric Ed25519 public keys of {@code v1a}, from {@code whpk_<base64>}
 */
record StandardKeys(List<byte[]> symmetric, List<PublicKey> asymmetric) {

    static final String ED25519 = "Ed25519";

    private static final String SYMMETRIC_PREFIX = "whsec_";
    private static final String PUBLIC_PREFIX = "whpk_";
    private static final int PUBLIC_KEY_LENGTH = 32;

    /** DER of SubjectPublicKeyInfo up to the 32 key bytes (RFC 8410). */
    private static final byte[] SPKI_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    /** Reads secrets; a malformed one stops the start with a sentence that names the setting and not the secret. */
    static StandardKeys read(String key, List<String> secrets) {
        List<byte[]> symmetric = new ArrayList<>();
        List<PublicKey> asymmetric = new ArrayList<>();
        for (String secret : secrets) {
            if (secret.startsWith(SYMMETRIC_PREFIX)) {
                symmetric.add(decode(key, SYMMETRIC_PREFIX, secret));
            } else if (secret.startsWith(PUBLIC_PREFIX)) {
                asymmetric.add(publicKey(key, decode(key, PUBLIC_PREFIX, secret)));
            } else if (secret.startsWith("whsk_")) {
                throw new ConfigurationProblem(
                        key + " holds the sender's private key (whsk_…): configure its public key"
                                + " (whpk_…) and treat the private one as disclosed");
            } else {
                throw new ConfigurationProblem(
                        key + " holds a malformed secret: it must start with whsec_ (symmetric, base64)"
                                + " or whpk_ (Ed25519 public key, base64)");
            }
        }
        return new StandardKeys(List.copyOf(symmetric), List.copyOf(asymmetric));
    }

    int size() {
        return symmetric.size() + asymmetric.size();
    }

    private static byte[] decode(String key, String prefix, String secret) {
        try {
            byte[] decoded = Base64.getDecoder().decode(secret.substring(prefix.length()));
            if (decoded.length > 0) {
                return decoded;
            }
        } catch (IllegalArgumentException notBase64) {
            // answered below: its message would quote the secret
        }
        throw new ConfigurationProblem(key + " holds a malformed secret: after " + prefix + " must follow base64");
    }

    private static PublicKey publicKey(String key, byte[] raw) {
        if (raw.length != PUBLIC_KEY_LENGTH) {
            throw new ConfigurationProblem(key + " holds a malformed public key: an Ed25519 key has "
                    + PUBLIC_KEY_LENGTH + " bytes, this one has " + raw.length);
        }
        byte[] encoded = new byte[SPKI_PREFIX.length + PUBLIC_KEY_LENGTH];
        System.arraycopy(SPKI_PREFIX, 0, encoded, 0, SPKI_PREFIX.length);
        System.arraycopy(raw, 0, encoded, SPKI_PREFIX.length, PUBLIC_KEY_LENGTH);
        try {
            PublicKey publicKey = KeyFactory.getInstance(ED25519).generatePublic(new X509EncodedKeySpec(encoded));
            Signature.getInstance(ED25519).initVerify(publicKey);
            return publicKey;
        } catch (GeneralSecurityException noPoint) {
            throw new ConfigurationProblem(key + " holds a malformed public key: it is no point of Ed25519");
        }
    }
}
