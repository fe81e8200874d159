package io.auditvisa.certificate;

import io.auditvisa.config.ConfigurationProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The keys directory: every {@code *.pem} in it is an Ed25519 key. One with a private key signs, unless its name ends in
 * {@code .retired.pem}; one with only a public key is retired: published, never used again.
 */
final class KeyFiles {

    /** A key file of this name no longer signs. */
    static final String RETIRED_ENDING = ".retired.pem";

    private static final Comparator<SigningKey> OLDEST_FIRST =
            Comparator.comparing(SigningKey::modifiedAt).thenComparing(SigningKey::fileName);

    private final Path directory;

    KeyFiles(Path directory) {
        this.directory = directory;
    }

    Path directory() {
        return directory;
    }

    /** All keys, oldest file first; throws ConfigurationProblem naming a file that is no key. */
    List<SigningKey> readAll() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<SigningKey> keys = new ArrayList<>();
        try (Stream<Path> found = Files.list(directory)) {
            for (Path file : (Iterable<Path>) found.filter(KeyFiles::isKeyFile)::iterator) {
                keys.add(read(file));
            }
        }
        keys.sort(OLDEST_FIRST);
        return keys;
    }

    /** Mounted secrets hold hidden folders beside the links; a key being written has a hidden name. */
    private static boolean isKeyFile(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".pem") && !name.startsWith(".") && Files.isRegularFile(file);
    }

    private static SigningKey read(Path file) throws IOException {
        try {
            return SigningKey.read(file);
        } catch (IllegalArgumentException malformed) {
            throw new ConfigurationProblem(
                    "auditvisa.signing.keys-dir: " + file + " is no Ed25519 key in PKCS#8 PEM form");
        }
    }

    /**
     * Makes a new key, readable by the owner alone. Complete before it has its name, and the name is free for one process
     * only: when two start at once, one key comes of it.
     */
    void generate() throws IOException {
        Files.createDirectories(directory, ownerOnly("rwx------"));
        int number = 1;
        while (Files.exists(directory.resolve(nameOf(number)))) {
            number++;
        }
        Path unfinished = directory.resolve("." + UUID.randomUUID());
        try {
            write(unfinished, newKey());
            Files.createLink(directory.resolve(nameOf(number)), unfinished);
        } catch (FileAlreadyExistsException anotherProcessWasFaster) {
            // its key is as good as ours
        } finally {
            Files.deleteIfExists(unfinished);
        }
        try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private static String nameOf(int number) {
        return "signing-" + "%03d".formatted(number) + ".pem";
    }

    private static String newKey() {
        try {
            byte[] pkcs8 = KeyPairGenerator.getInstance("Ed25519")
                    .generateKeyPair()
                    .getPrivate()
                    .getEncoded();
            return "-----BEGIN PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(pkcs8)
                    + "\n-----END PRIVATE KEY-----\n";
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform since 15 has Ed25519", impossible);
        }
    }

    private static void write(Path file, String pem) throws IOException {
        Set<StandardOpenOption> fresh = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, fresh, ownerOnly("rw-------"))) {
            channel.write(ByteBuffer.wrap(pem.getBytes(StandardCharsets.US_ASCII)));
            channel.force(true);
        }
    }

    private static FileAttribute<Set<PosixFilePermission>> ownerOnly(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }
}
