package io.auditvisa.delivery;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.jboss.logging.Logger;

/** Where what is in the way lies: {@code <quarantine>/<slug>.<n>}, for people to look at; perhaps on another file system. */
final class Quarantine {

    private static final Logger LOG = Logger.getLogger(Quarantine.class);

    private final Path folder;
    private final Path deliveries;
    private final Path staging;

    Quarantine(Path folder, Path deliveries, Path staging) {
        this.folder = folder;
        this.deliveries = deliveries;
        this.staging = staging;
    }

    void create() throws IOException {
        Files.createDirectories(folder);
    }

    /** Moves a published folder, or whatever it is, to the first free name, which it returns. */
    String setAside(String slug, Path published) throws IOException {
        create();
        for (int n = 1; ; n++) {
            Path aside = folder.resolve(slug + "." + n);
            if (!Files.exists(aside, LinkOption.NOFOLLOW_LINKS) && move(published, aside)) {
                Folders.sync(folder);
                Folders.sync(deliveries);
                LOG.warnf("delivery_set_aside slug=%s quarantine=%s", slug, aside.getFileName());
                return aside.getFileName().toString();
            }
        }
    }

    private boolean move(Path published, Path aside) throws IOException {
        try {
            return Folders.renameWithoutReplacing(published, aside);
        } catch (AtomicMoveNotSupportedException otherFileSystem) {
            // copy first: a crash in between leaves a second copy at most, never none
            Folders.copy(published, aside);
            Folders.sync(folder);
            Path leaving = staging.resolve(aside.getFileName() + "." + UUID.randomUUID());
            Files.createDirectories(staging);
            Files.move(published, leaving, StandardCopyOption.ATOMIC_MOVE);
            Folders.remove(leaving);
            return true;
        }
    }
}
