package io.auditvisa.audit;

import io.auditvisa.delivery.DeliveryFile;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.StorageException;
import io.auditvisa.event.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares published files with the hashes that the database holds for them (AV-11.3). */
@ApplicationScoped
public class PackageFiles {

    private final DeliveryStorage storage;

    public PackageFiles(DeliveryStorage storage) {
        this.storage = storage;
    }

    /** The hashes recorded for one package, hex. */
    record Recorded(String htmlSha256, String zipSha256, String runHash) {

        private String of(DeliveryFile file) {
            return switch (file) {
                case HTML -> htmlSha256;
                case ZIP -> zipSha256;
                case JSON -> runHash;
            };
        }
    }

    /** Where the files of a package lie below the deliveries folder. */
    static List<String> paths(String slug) {
        return Stream.of(DeliveryFile.values())
                .map(file -> slug + "/" + file.nameFor(slug))
                .toList();
    }

    /** What is wrong with a package, one sentence for each file. */
    List<String> damageOf(String slug, Recorded recorded) {
        List<String> damage = new ArrayList<>();
        for (DeliveryFile file : DeliveryFile.values()) {
            String wrong = damageOf(slug, file, recorded.of(file));
            if (wrong != null) {
                damage.add(file.nameFor(slug) + " " + wrong);
            }
        }
        return damage;
    }

    private @Nullable String damageOf(String slug, DeliveryFile file, String sha256) {
        try {
            Optional<byte[]> bytes = storage.read(slug, file.nameFor(slug));
            if (bytes.isEmpty()) {
                return "is missing";
            }
            return Sha256.hexOf(bytes.get()).equals(sha256) ? null : "has another hash than recorded";
        } catch (StorageException unreadable) {
            return "cannot be read";
        }
    }
}
