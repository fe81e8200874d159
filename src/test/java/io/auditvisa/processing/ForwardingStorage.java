package io.auditvisa.processing;

import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.FilesystemStorage;
import io.auditvisa.delivery.Publication;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The real storage, for tests that disturb one step of it. */
public abstract class ForwardingStorage implements DeliveryStorage {

    @Inject
    FilesystemStorage files;

    @Override
    public void stage(String slug, UUID runId, Map<String, byte[]> content) {
        files.stage(slug, runId, content);
    }

    @Override
    public Publication publish(String slug, UUID runId) {
        return files.publish(slug, runId);
    }

    @Override
    public void discard(String slug, UUID runId) {
        files.discard(slug, runId);
    }

    @Override
    public Optional<String> quarantine(String slug) {
        return files.quarantine(slug);
    }

    @Override
    public Optional<byte[]> read(String slug, String fileName) {
        return files.read(slug, fileName);
    }

    @Override
    public List<String> names(String slug) {
        return files.names(slug);
    }

    @Override
    public boolean exists(String slug) {
        return files.exists(slug);
    }

    @Override
    public Stream<String> publishedSlugs() {
        return files.publishedSlugs();
    }

    @Override
    public int removeStaleStaging(Duration grace) {
        return files.removeStaleStaging(grace);
    }

    @Override
    public void checkWritable() {
        files.checkWritable();
    }
}
