package io.auditvisa.processing;

import io.auditvisa.certificate.CertificateIssuer;
import io.auditvisa.certificate.CertificatePackage;
import io.auditvisa.certificate.Issuance;
import io.auditvisa.certificate.Predicate;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.event.CrashPoint;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.Sha256;
import io.auditvisa.event.StepLog;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Renders the certificate of a claimed event and stages its files, holding no connection. */
@ApplicationScoped
class Staging {

    private final CertificateIssuer issuer;
    private final DeliveryStorage storage;
    private final Fulfilment fulfilment;
    private final StorageWatch watch;
    private final Limits limits;

    Staging(
            CertificateIssuer issuer,
            DeliveryStorage storage,
            Fulfilment fulfilment,
            StorageWatch watch,
            Limits limits) {
        this.issuer = issuer;
        this.storage = storage;
        this.fulfilment = fulfilment;
        this.watch = watch;
        this.limits = limits;
    }

    /** The package of the run, staged; null when the event earns no certificate. */
    @Nullable
    CertificatePackage stage(EventRow claimed, UUID run) {
        boolean certified = Effect.split(claimed.pins().effects()).orElseThrow().contains(Effect.CERTIFICATE);
        if (!certified || claimed.pins().refusal() != null) {
            return null;
        }
        return inTime(() -> staged(claimed, run));
    }

    private CertificatePackage staged(EventRow claimed, UUID run) {
        String slug = claimed.pins().slug();
        if (claimed.run().attempt() > 1 && storage.exists(slug)) {
            StepLog.log(StepLog.Step.event_orphaned, claimed.key(), null, "slug", slug);
            fulfilment.passThroughOrphaned(claimed, run);
        }
        CertificatePackage made = issue(claimed);
        storage.stage(slug, run, made.files(slug));
        CrashPoint.pass("staged");
        return made;
    }

    /** The same package once more: what was staged may be published, or gone. */
    void stageAgain(EventRow claimed, UUID run, CertificatePackage made) {
        String slug = claimed.pins().slug();
        inTime(() -> {
            storage.stage(slug, run, made.files(slug));
            return made;
        });
    }

    private CertificatePackage inTime(Supplier<CertificatePackage> work) {
        return watch.staging(() -> {
            long start = System.nanoTime();
            CertificatePackage made = work.get();
            if (System.nanoTime() - start > limits.staging().toNanos()) {
                throw new IllegalStateException("staging took longer than " + limits.staging());
            }
            return made;
        });
    }

    private CertificatePackage issue(EventRow claimed) {
        return switch (issuer.issue(predicate(claimed), claimed.pins().rendererVersion())) {
            case Issuance.Made(CertificatePackage made) -> made;
            case Issuance.KeyUnavailable(String keyId) ->
                throw new IllegalStateException("signing key " + keyId + " is not here");
            case Issuance.RendererUnknown(int version) ->
                throw new IllegalStateException("renderer version " + version + " is not known here");
            case Issuance.StatementUnreadable(String reason) -> throw new IllegalStateException(reason);
        };
    }

    private static Predicate predicate(EventRow row) {
        EventRow.Pins pins = row.pins();
        return new Predicate(
                Predicate.SPEC,
                row.key().eventId(),
                row.key().ref(),
                row.business().sid(),
                row.key().source(),
                row.type(),
                row.business().target(),
                row.business().product(),
                row.business().priceId(),
                row.business().amountMinor(),
                row.business().currency(),
                row.business().emailSha256(),
                Sha256.hex(row.payloadHash()),
                row.livemode(),
                pins.issuedAt(),
                pins.baseUrl(),
                pins.keyId(),
                pins.verifyUrl());
    }
}
