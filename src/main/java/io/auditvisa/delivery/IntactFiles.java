package io.auditvisa.delivery;

import io.auditvisa.event.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Gives out only what was recorded: a missing or altered file is made again from the row, never served (GO-3). */
@ApplicationScoped
public class IntactFiles {

    private static final Logger LOG = Logger.getLogger(IntactFiles.class);

    private final DeliveryStorage storage;
    private final PackageRebuilder rebuilder;

    public IntactFiles(DeliveryStorage storage, PackageRebuilder rebuilder) {
        this.storage = storage;
        this.rebuilder = rebuilder;
    }

    /** The recorded bytes; empty when neither the storage has them nor this version can make them. */
    public Optional<byte[]> read(Delivery delivery, DeliveryFile file) {
        String name = file.nameFor(delivery.slug);
        Optional<byte[]> stored = stored(delivery.slug, name).filter(bytes -> isRecorded(bytes, delivery, file));
        if (stored.isPresent()) {
            return stored;
        }
        LOG.warnf("delivery_damaged slug=%s file=%s", delivery.slug, name);
        return rebuilder
                .rebuild(delivery)
                .map(files -> files.get(name))
                .filter(bytes -> isRecorded(bytes, delivery, file));
    }

    private Optional<byte[]> stored(String slug, String name) {
        try {
            return storage.read(slug, name);
        } catch (StorageException failure) {
            LOG.warn(failure.getMessage());
            return Optional.empty();
        }
    }

    private static boolean isRecorded(byte[] bytes, Delivery delivery, DeliveryFile file) {
        return Sha256.hexOf(bytes).equals(file.recordedSha256(delivery));
    }
}
