package io.auditvisa.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;

/** Signing keys; one is shared by the test run, for applications on a database server: they make none by themselves. */
public final class TestKey {

    private static final Path DIRECTORY = newDirectory();

    private TestKey() {}

    /** The directory with the key, as {@code auditvisa.signing.keys-dir} wants it. */
    static Path directory() {
        return DIRECTORY;
    }

    /** Another directory, with another key. */
    public static Path newDirectory() {
        try {
            Path directory = Files.createDirectories(Path.of("target", "it").toAbsolutePath());
            Path keys = Files.createTempDirectory(directory, "keys-");
            byte[] key = KeyPairGenerator.getInstance("Ed25519")
                    .generateKeyPair()
                    .getPrivate()
                    .getEncoded();
            String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key);
            Files.writeString(
                    keys.resolve("test.pem"), "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n");
            return keys;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
