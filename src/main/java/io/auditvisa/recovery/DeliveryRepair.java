package io.auditvisa.recovery;

import io.auditvisa.certificate.CertificateIssuer;
import io.auditvisa.certificate.CertificatePackage;
import io.auditvisa.certificate.Issuance;
import io.auditvisa.delivery.Delivery;
import io.auditvisa.delivery.DeliveryFile;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.Publication;
import io.auditvisa.delivery.StorageException;
import io.auditvisa.event.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Compares the files of a recorded package with its row and makes wrong ones again from the row alone: no payload, no private
 * key (AV-11.1, GO-3). What was in the way is set aside. Bytes that do not have the recorded hash are never published.
 */
@ApplicationScoped
public class DeliveryRepair {

    private static final Logger LOG = Logger.getLogger(DeliveryRepair.class);

    private final DeliveryStorage storage;
    private final CertificateIssuer issuer;
    private final DeliveryRows rows;
    private final RecoveryMeters meters;

    DeliveryRepair(DeliveryStorage storage, CertificateIssuer issuer, DeliveryRows rows, RecoveryMeters meters) {
        this.storage = storage;
        this.issuer = issuer;
        this.rows = rows;
        this.meters = meters;
    }

    /** How a package was found, and what became of it. */
    public sealed interface Condition {

        /** All files are there and are what was recorded. */
        record Intact() implements Condition {}

        /** {@code wrong} was found; now the files are what was recorded. */
        record Repaired(List<String> wrong, String how) implements Condition {}

        /** {@code wrong} was found and the row does not give the recorded bytes any more: a person must look. */
        record Damaged(List<String> wrong, String why) implements Condition {}

        /** {@code wrong} was found and cannot be repaired by this replica, or not now; another one, or a later try, may. */
        record Left(List<String> wrong, String why) implements Condition {}
    }

    /** Checks one package and repairs it when it is wrong; throws {@link StorageException} when the storage fails. */
    public Condition check(Delivery delivery) {
        List<String> wrong = wrongIn(delivery);
        if (wrong.isEmpty()) {
            rows.checked(delivery, null);
            return new Condition.Intact();
        }
        LOG.warnf("delivery_damaged slug=%s: %s", delivery.slug, String.join("; ", wrong));
        return switch (issuer.rebuild(
                delivery.statement, delivery.signature, delivery.keyId, delivery.rendererVersion)) {
            case Issuance.Made(CertificatePackage made) -> repair(delivery, wrong, made.files(delivery.slug));
            case Issuance.StatementUnreadable unreadable ->
                damaged(delivery, wrong, "the recorded statement is unreadable");
            case Issuance.KeyUnavailable(String keyId) ->
                new Condition.Left(wrong, "key " + keyId + " is not known to this replica");
            case Issuance.RendererUnknown(int version) ->
                new Condition.Left(wrong, "renderer version " + version + " is not known to this replica");
        };
    }

    private Condition repair(Delivery delivery, List<String> wrong, Map<String, byte[]> made) {
        for (DeliveryFile file : DeliveryFile.values()) {
            byte[] bytes = made.get(file.nameFor(delivery.slug));
            if (bytes == null || !Sha256.hexOf(bytes).equals(file.recordedSha256(delivery))) {
                return damaged(delivery, wrong, "the rebuilt " + file.ending() + " does not have the recorded hash");
            }
        }
        UUID run = UUID.randomUUID();
        storage.stage(delivery.slug, run, made);
        Optional<Publication> publication = rows.underEventLock(delivery, () -> storage.publish(delivery.slug, run));
        if (publication.isEmpty()) {
            storage.discard(delivery.slug, run);
            return new Condition.Left(wrong, "another replica is at work on it");
        }
        rows.checked(delivery, null);
        meters.rebuilt();
        String how = switch (publication.get()) {
            case Publication.Published published -> "rebuilt from the record";
            case Publication.Adopted adopted -> "repaired meanwhile by another replica";
            case Publication.Replaced(String name) ->
                "rebuilt from the record; what was there is in quarantine: " + name;
        };
        LOG.infof("delivery_rebuilt slug=%s: %s", delivery.slug, how);
        return new Condition.Repaired(wrong, how);
    }

    private Condition damaged(Delivery delivery, List<String> wrong, String why) {
        String damage = String.join("; ", wrong) + "; " + why;
        rows.checked(delivery, damage);
        meters.foundDamaged();
        LOG.errorf("delivery_inconsistent slug=%s: %s", delivery.slug, damage);
        return new Condition.Damaged(wrong, why);
    }

    private List<String> wrongIn(Delivery delivery) {
        List<String> wrong = new ArrayList<>();
        List<String> names = new ArrayList<>(storage.names(delivery.slug));
        for (DeliveryFile file : DeliveryFile.values()) {
            String name = file.nameFor(delivery.slug);
            if (!names.remove(name)) {
                wrong.add(name + " is missing");
            } else if (!isRecorded(delivery, file, name)) {
                wrong.add(name + " is not what was recorded");
            }
        }
        if (!names.isEmpty()) {
            wrong.add(names.size() + " foreign files");
        }
        return wrong;
    }

    private boolean isRecorded(Delivery delivery, DeliveryFile file, String name) {
        try {
            return storage.read(delivery.slug, name)
                    .filter(bytes -> Sha256.hexOf(bytes).equals(file.recordedSha256(delivery)))
                    .isPresent();
        } catch (StorageException unreadable) {
            return false;
        }
    }
}
