package io.auditvisa.delivery;

import io.auditvisa.config.StartProblem;
import io.auditvisa.event.CrashPoint;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Packages as folders {@code <deliveries-dir>/<slug>/}, staged in {@code .staging/<slug>.<run_id>/} beside them, so that
 * publishing is one rename inside one file system. The deliveries folder may be shared by replicas; the quarantine may
 * lie on another file system.
 */
@OnFileThread
@ApplicationScoped
public class FilesystemStorage implements DeliveryStorage {

    private static final long LEAST_FREE_BYTES = 1 << 20;

    private final Path deliveries;
    private final Path staging;
    private final Quarantine quarantine;

    /**
     * Config keys {@code auditvisa.data-dir} (default {@code data}) and {@code auditvisa.deliveries-dir} (default
     * {@code <data-dir>/deliveries}).
     */
    @Inject
    public FilesystemStorage(
            @ConfigProperty(name = "auditvisa.data-dir", defaultValue = "data") Path dataDir,
            @ConfigProperty(name = "auditvisa.deliveries-dir") Optional<Path> deliveriesDir) {
        this.deliveries = deliveriesDir.orElse(dataDir.resolve("deliveries")).toAbsolutePath();
        this.staging = deliveries.resolve(".staging");
        this.quarantine = new Quarantine(dataDir.resolve("quarantine").toAbsolutePath(), deliveries, staging);
    }

    /** A folder that cannot be written is found by the operator who starts the service, not by the first sender. */
    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE - 1) StartupEvent event) {
        try {
            Files.createDirectories(staging);
        } catch (IOException failure) {
            throw cannotBeWritten(failure);
        }
        if (!Files.isWritable(staging)) {
            throw cannotBeWritten(null);
        }
    }

    private StartProblem cannotBeWritten(@Nullable IOException failure) {
        return new StartProblem(
                "the deliveries directory " + deliveries
                        + " cannot be written (auditvisa.deliveries-dir, auditvisa.data-dir)",
                failure);
    }

    @Override
    public void stage(String slug, UUID runId, Map<String, byte[]> files) {
        Path folder = staged(slug, runId);
        try {
            Folders.createEmpty(folder);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Folders.writeDurably(folder.resolve(file.getKey()), file.getValue());
                CrashPoint.pass("file-staged");
            }
            Folders.sync(folder);
        } catch (IOException failure) {
            throw new StorageException("could not stage " + slug, failure);
        }
    }

    @Override
    public Publication publish(String slug, UUID runId) {
        return publishAll(List.of(new StagedFolder(slug, runId))).getFirst();
    }

    /** Many renames, one wait for the disk. */
    @Override
    public List<Publication> publishAll(List<StagedFolder> all) {
        List<Publication> publications = new ArrayList<>();
        try {
            for (StagedFolder folder : all) {
                publications.add(rename(folder.slug(), folder.runId()));
            }
            // an adopted folder may have been renamed by a run that died before this line made the rename durable
            Folders.sync(deliveries);
            for (int i = 0; i < all.size(); i++) {
                if (publications.get(i) instanceof Publication.Adopted) {
                    Folders.remove(staged(all.get(i).slug(), all.get(i).runId()));
                }
            }
            return publications;
        } catch (IOException failure) {
            throw new StorageException("could not publish " + all.size() + " packages", failure);
        }
    }

    private Publication rename(String slug, UUID runId) throws IOException {
        Path folder = staged(slug, runId);
        Path target = published(slug);
        if (!Files.isDirectory(folder)) {
            throw new StorageException("nothing is staged for " + slug);
        }
        if (Folders.renameWithoutReplacing(folder, target)) {
            CrashPoint.pass("folder-renamed");
            return new Publication.Published();
        }
        if (Folders.areEqual(folder, target)) {
            return new Publication.Adopted();
        }
        String name = quarantine.setAside(slug, target);
        CrashPoint.pass("foreign-set-aside");
        if (!Folders.renameWithoutReplacing(folder, target)) {
            throw new StorageException("two runs publish " + slug + " at once");
        }
        return new Publication.Replaced(name);
    }

    @Override
    public void discard(String slug, UUID runId) {
        try {
            Folders.remove(staged(slug, runId));
        } catch (IOException failure) {
            throw new StorageException("could not discard what was staged for " + slug, failure);
        }
    }

    @Override
    public Optional<String> quarantine(String slug) {
        Path target = published(slug);
        try {
            return Files.exists(target, LinkOption.NOFOLLOW_LINKS)
                    ? Optional.of(quarantine.setAside(slug, target))
                    : Optional.empty();
        } catch (IOException failure) {
            throw new StorageException("could not set " + slug + " aside", failure);
        }
    }

    @Override
    public Optional<byte[]> read(String slug, String fileName) {
        try {
            return Optional.of(Files.readAllBytes(published(slug).resolve(fileName)));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException failure) {
            throw new StorageException("could not read " + fileName, failure);
        }
    }

    @Override
    public boolean exists(String slug) {
        return Files.exists(published(slug), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<String> names(String slug) {
        try {
            return Folders.entries(published(slug)).stream()
                    .map(path -> path.getFileName().toString())
                    .toList();
        } catch (NoSuchFileException missing) {
            return List.of();
        } catch (NotDirectoryException foreign) {
            return List.of(slug);
        } catch (IOException failure) {
            throw new StorageException("could not list " + slug, failure);
        }
    }

    @Override
    public Stream<String> publishedSlugs() {
        try {
            return Files.isDirectory(deliveries)
                    ? Files.list(deliveries)
                            .map(path -> path.getFileName().toString())
                            .filter(DeliveryFile::isSlug)
                    : Stream.empty();
        } catch (IOException failure) {
            throw new StorageException("could not list " + deliveries, failure);
        }
    }

    @Override
    public int removeStaleStaging(Duration grace) {
        if (!Files.isDirectory(staging)) {
            return 0;
        }
        int removed = 0;
        try {
            Instant limit = storageTime().minus(grace);
            for (Path folder : Folders.entries(staging)) {
                if (lastTouched(folder).isBefore(limit) && takeAway(folder)) {
                    removed++;
                }
            }
            return removed;
        } catch (IOException failure) {
            throw new StorageException("could not tidy up " + staging, failure);
        }
    }

    /** Renamed first: a run that publishes the folder at this moment has all of it, or finds nothing. */
    private boolean takeAway(Path folder) throws IOException {
        Path away = staging.resolve("removed." + UUID.randomUUID());
        try {
            Files.move(folder, away, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException published) {
            return false;
        }
        Folders.remove(away);
        return true;
    }

    @Override
    public void checkWritable() {
        try {
            storageTime();
            quarantine.create();
            if (Files.getFileStore(deliveries).getUsableSpace() < LEAST_FREE_BYTES) {
                throw new StorageException("no space left in " + deliveries);
            }
        } catch (IOException | UncheckedIOException failure) {
            throw new StorageException("cannot write to " + deliveries, failure);
        }
    }

    /** Now, by the clock that stamps the files: replicas and a file server need not agree. A folder, as it holds no file. */
    private Instant storageTime() throws IOException {
        Files.createDirectories(staging);
        Path probe = Files.createDirectory(staging.resolve("probe." + UUID.randomUUID()));
        try {
            return lastTouched(probe);
        } finally {
            Files.delete(probe);
        }
    }

    private static Instant lastTouched(Path path) throws IOException {
        try {
            return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant();
        } catch (NoSuchFileException someoneElseWasFaster) {
            return Instant.MAX;
        }
    }

    private Path staged(String slug, UUID runId) {
        return staging.resolve(checked(slug) + "." + runId);
    }

    private Path published(String slug) {
        return deliveries.resolve(checked(slug));
    }

    /** The last guard against a path that leaves the folder; callers have checked before. */
    private static String checked(String slug) {
        if (!DeliveryFile.isSlug(slug)) {
            throw new IllegalArgumentException("not a slug");
        }
        return slug;
    }
}
