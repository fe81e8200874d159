package io.auditvisa.processing;

import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.StorageException;
import io.auditvisa.event.Effect;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Remembers that the storage failed, so that new certificate events are turned away with nothing stored while it is down;
 * asked again at every one of them, so it recovers by itself.
 */
@ApplicationScoped
class StorageWatch {

    private final DeliveryStorage storage;
    private final AtomicBoolean suspect = new AtomicBoolean();

    StorageWatch(DeliveryStorage storage) {
        this.storage = storage;
    }

    /** Called when a run could not write its files. */
    void suspect() {
        suspect.set(true);
    }

    /** Whether an event with these effects could not be delivered now. */
    boolean isDownFor(Set<Effect> effects) {
        if (!suspect.get() || !effects.contains(Effect.CERTIFICATE)) {
            return false;
        }
        try {
            storage.checkWritable();
            suspect.set(false);
            return false;
        } catch (StorageException down) {
            return true;
        }
    }
}
