package io.auditvisa.certificate;

import io.auditvisa.delivery.Delivery;
import io.auditvisa.delivery.PackageRebuilder;
import io.auditvisa.event.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Makes certificate packages, and makes them again. Neither touches database or disk: keys come from memory. */
@ApplicationScoped
public class CertificateIssuer implements PackageRebuilder {

    private final SigningKeys keys;

    public CertificateIssuer(SigningKeys keys) {
        this.keys = keys;
    }

    /** Whether this version of the application can render with that version. */
    public boolean knowsRenderer(int rendererVersion) {
        return CertificateRenderer.knows(rendererVersion);
    }

    /** Makes and signs the package of a predicate, with the key that the predicate names. */
    public Issuance issue(Predicate predicate, int rendererVersion) {
        if (!knowsRenderer(rendererVersion)) {
            return new Issuance.RendererUnknown(rendererVersion);
        }
        byte[] html = CertificateRenderer.render(predicate, rendererVersion);
        byte[] statement = new Statement(predicate, Sha256.hexOf(html)).bytes();
        Optional<byte[]> signature = keys.sign(predicate.keyId(), Envelope.preAuthenticationEncoding(statement));
        if (signature.isEmpty()) {
            return new Issuance.KeyUnavailable(predicate.keyId());
        }
        return assemble(new Signed(predicate, html, statement, signature.get()), predicate.keyId(), rendererVersion);
    }

    /**
     * Makes a published package again from what its delivery row holds: no payload, no private key (GO-3). The caller
     * compares the hashes with the recorded ones before it believes the result.
     */
    public Issuance rebuild(byte[] statement, byte[] signature, String keyId, int rendererVersion) {
        if (!knowsRenderer(rendererVersion)) {
            return new Issuance.RendererUnknown(rendererVersion);
        }
        try {
            Predicate predicate = Statement.parse(statement).predicate();
            byte[] html = CertificateRenderer.render(predicate, rendererVersion);
            return assemble(new Signed(predicate, html, statement, signature), keyId, rendererVersion);
        } catch (IllegalArgumentException unreadable) {
            return new Issuance.StatementUnreadable(String.valueOf(unreadable.getMessage()));
        }
    }

    @Override
    public Optional<Map<String, byte[]>> rebuild(Delivery delivery) {
        return switch (rebuild(delivery.statement, delivery.signature, delivery.keyId, delivery.rendererVersion)) {
            case Issuance.Made made -> Optional.of(made.certificatePackage().files(delivery.slug));
            case Issuance.KeyUnavailable unavailable -> Optional.empty();
            case Issuance.RendererUnknown unknown -> Optional.empty();
            case Issuance.StatementUnreadable unreadable -> Optional.empty();
        };
    }

    private record Signed(Predicate predicate, byte[] html, byte[] statement, byte[] signature) {}

    private Issuance assemble(Signed signed, String keyId, int rendererVersion) {
        Optional<PublicKey> key = keys.publicKey(keyId);
        if (key.isEmpty()) {
            return new Issuance.KeyUnavailable(keyId);
        }
        Map<String, byte[]> contents = new LinkedHashMap<>();
        contents.put("statement.json", signed.statement());
        contents.put("envelope.dsse.json", new Envelope(signed.statement(), signed.signature(), keyId).bytes());
        contents.put(Statement.SUBJECT, signed.html());
        contents.put("VERIFY.md", VerifyGuide.render(signed.predicate(), key.get(), rendererVersion));
        return new Issuance.Made(new CertificatePackage(
                signed.html(),
                signed.statement(),
                CertificateZip.of(contents),
                signed.signature(),
                keyId,
                rendererVersion));
    }
}
