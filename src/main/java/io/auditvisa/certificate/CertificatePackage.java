package io.auditvisa.certificate;

import io.auditvisa.delivery.DeliveryFile;
import io.auditvisa.event.Sha256;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A certificate package, complete.
 *
 * @param html the certificate page
 * @param statement the signed statement
 * @param zip the package to take away
 * @param signature Ed25519, 64 bytes
 * @param keyId RFC 7638 thumbprint of the key that signed
 * @param rendererVersion what rendered the page
 */
public record CertificatePackage(
        byte[] html, byte[] statement, byte[] zip, byte[] signature, String keyId, int rendererVersion) {

    /** SHA-256 of the statement (AV-13.2). */
    public byte[] runHash() {
        return Statement.runHash(statement);
    }

    /** Hex SHA-256 of the page. */
    public String htmlSha256() {
        return Sha256.hexOf(html);
    }

    /** Hex SHA-256 of the ZIP. */
    public String zipSha256() {
        return Sha256.hexOf(zip);
    }

    /** The three files as they are staged, by name. */
    public Map<String, byte[]> files(String slug) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(DeliveryFile.HTML.nameFor(slug), html);
        files.put(DeliveryFile.JSON.nameFor(slug), statement);
        files.put(DeliveryFile.ZIP.nameFor(slug), zip);
        return files;
    }
}
