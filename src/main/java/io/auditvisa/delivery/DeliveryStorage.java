package io.auditvisa.delivery;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Where packages lie. Staging is private to a run, publishing is one step that never replaces anything, and whatever is
 * in the way is set aside. All methods block and throw {@link StorageException} when the storage fails.
 */
public interface DeliveryStorage {

    /** Writes a run's files durably where nobody serves them; a half-written earlier try of the same run is dropped. */
    void stage(String slug, UUID runId, Map<String, byte[]> files);

    /**
     * Makes the staged files the published ones, durably. Call it under the event's lock and after the fence, just before
     * the commit. Publishing again after an uncertain commit finds them equal and adopts them.
     */
    Publication publish(String slug, UUID runId);

    /** A package that a run has staged. */
    record StagedFolder(String slug, UUID runId) {}

    /** Publishes several packages, each as {@link #publish} does; all are durable when it returns, in the order given. */
    default List<Publication> publishAll(List<StagedFolder> staged) {
        return staged.stream()
                .map(folder -> publish(folder.slug(), folder.runId()))
                .toList();
    }

    /** Drops what a run staged; nothing happens when it staged nothing. */
    void discard(String slug, UUID runId);

    /** Sets a published folder aside, under the returned name; empty when nothing is published under this slug. */
    Optional<String> quarantine(String slug);

    /** Bytes of a published file; empty when it is not there. */
    Optional<byte[]> read(String slug, String fileName);

    /** Whether anything is published under this slug. */
    boolean exists(String slug);

    /** Names of what is published under this slug, sorted; empty when nothing is. */
    List<String> names(String slug);

    /** Slugs of all published folders, read lazily; close it. */
    Stream<String> publishedSlugs();

    /** Drops staged folders untouched for longer than {@code grace}, by the storage's own clock; returns how many. */
    int removeStaleStaging(Duration grace);

    /** Throws when a package could not be written now. */
    void checkWritable();
}
