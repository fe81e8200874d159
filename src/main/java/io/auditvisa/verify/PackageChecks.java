package io.auditvisa.verify;

import io.auditvisa.certificate.CertificateRenderer;
import io.auditvisa.certificate.Envelope;
import io.auditvisa.certificate.PublishedKey;
import io.auditvisa.certificate.Statement;
import io.auditvisa.delivery.Delivery;
import io.auditvisa.event.Sha256;
import io.auditvisa.verify.Check.Step;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The steps that need nothing but bytes: pure, so that each can be shown to fail. */
final class PackageChecks {

    private static final Step RUN_HASH =
            new Step("run_hash", "The recorded statement has the recorded run hash", "声明与 run hash 一致");
    private static final Step STATEMENT =
            new Step("statement", "The published statement is the recorded one", "已发布的声明与记录一致");
    private static final Step CERTIFICATE =
            new Step("certificate", "The published certificate is the one the statement names", "已发布的证书即声明所指的证书");
    private static final Step PACKAGE = new Step("package", "The published ZIP is the recorded one", "已发布的 ZIP 与记录一致");
    private static final Step CONTENTS =
            new Step("package_contents", "The ZIP holds this certificate, statement and signature", "ZIP 内含同一证书、声明与签名");
    private static final Step SIGNATURE =
            new Step("signature", "The Ed25519 signature fits the statement", "Ed25519 签名与声明相符");
    private static final Step KEY =
            new Step("key", "The key is the named one, in the published set", "密钥与声明所列一致，并在公开密钥集中");
    private static final Step CONTENT =
            new Step("certificate_content", "The certificate shows what the statement says", "证书内容与声明内容一致");

    private PackageChecks() {}

    static Check runHash(Delivery delivery) {
        String hash = Sha256.hexOf(delivery.statement);
        return RUN_HASH.of(
                hash.equals(Sha256.hex(delivery.runHash)),
                "SHA-256 " + hash,
                "the SHA-256 of the recorded statement is " + hash);
    }

    static Check statement(Delivery delivery, byte @Nullable [] stored) {
        if (stored == null) {
            return STATEMENT.unavailable("the file cannot be read");
        }
        return STATEMENT.of(
                Arrays.equals(stored, delivery.statement),
                stored.length + " bytes, equal",
                "the published file differs from the record: SHA-256 " + Sha256.hexOf(stored));
    }

    static Check certificate(Statement statement, Delivery delivery, byte @Nullable [] stored) {
        if (stored == null) {
            return CERTIFICATE.unavailable("the file cannot be read");
        }
        String hash = Sha256.hexOf(stored);
        return CERTIFICATE.of(
                hash.equals(statement.htmlSha256()) && hash.equals(delivery.htmlSha256),
                "SHA-256 " + hash,
                "its SHA-256 is " + hash + ", the statement names " + statement.htmlSha256());
    }

    static Check zip(Delivery delivery, byte @Nullable [] stored) {
        if (stored == null) {
            return PACKAGE.unavailable("the file cannot be read");
        }
        String hash = Sha256.hexOf(stored);
        return PACKAGE.of(
                hash.equals(delivery.zipSha256),
                "SHA-256 " + hash,
                "its SHA-256 is " + hash + ", recorded is " + delivery.zipSha256);
    }

    static Check contents(Statement statement, Delivery delivery, byte @Nullable [] stored) {
        if (stored == null) {
            return CONTENTS.unavailable("the file cannot be read");
        }
        try {
            Map<String, byte[]> files = ZipContents.of(stored);
            byte[] envelope = new Envelope(delivery.statement, delivery.signature, delivery.keyId).bytes();
            boolean complete = List.copyOf(files.keySet())
                    .equals(List.of("statement.json", "envelope.dsse.json", Statement.SUBJECT, "VERIFY.md"));
            boolean holds = complete
                    && Arrays.equals(files.get("statement.json"), delivery.statement)
                    && Arrays.equals(files.get("envelope.dsse.json"), envelope)
                    && Sha256.hexOf(files.getOrDefault(Statement.SUBJECT, new byte[0]))
                            .equals(statement.htmlSha256());
            return CONTENTS.of(holds, String.join(", ", files.keySet()), "its files are not the recorded ones");
        } catch (IOException unreadable) {
            return CONTENTS.failed("it cannot be unpacked");
        }
    }

    static Check signature(Delivery delivery, Optional<PublishedKey> key) {
        if (key.isEmpty()) {
            return SIGNATURE.unavailable("its key " + delivery.keyId + " is not known here");
        }
        byte[] signed = Envelope.preAuthenticationEncoding(delivery.statement);
        return SIGNATURE.of(
                key.get().key().verifies(signed, delivery.signature),
                "DSSE, " + Envelope.PAYLOAD_TYPE,
                "the signature does not fit the statement");
    }

    static Check key(Statement statement, Delivery delivery, Optional<PublishedKey> key) {
        if (key.isEmpty()) {
            return KEY.unavailable("key " + delivery.keyId + " is not known here");
        }
        PublishedKey found = key.get();
        boolean named = delivery.keyId.equals(statement.predicate().keyId());
        return KEY.of(
                named && found.key().keyId().equals(delivery.keyId),
                found.keyId() + ", " + found.status(),
                "the statement names key " + statement.predicate().keyId() + ", the signature " + delivery.keyId);
    }

    static Check content(Statement statement, Delivery delivery) {
        if (!CertificateRenderer.knows(delivery.rendererVersion)) {
            return CONTENT.unavailable("renderer version " + delivery.rendererVersion + " is not known here");
        }
        byte[] html = CertificateRenderer.render(statement.predicate(), delivery.rendererVersion);
        return CONTENT.of(
                Sha256.hexOf(html).equals(statement.htmlSha256()),
                "rendered again, equal byte for byte",
                "rendered again from the statement, it differs");
    }
}
