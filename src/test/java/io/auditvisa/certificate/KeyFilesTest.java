package io.auditvisa.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.auditvisa.config.ConfigurationProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AV-13.2: the keys directory. */
class KeyFilesTest {

    @TempDir
    Path parent;

    private Path directory;
    private KeyFiles files;

    @BeforeEach
    void open() {
        directory = parent.resolve("keys");
        files = new KeyFiles(directory);
    }

    @Test
    void aGeneratedKeyIsReadableByItsOwnerAlone() throws IOException {
        files.generate();

        assertThat(files.readAll()).singleElement().matches(SigningKey::isUsable);
        assertThat(permissions(directory)).isEqualTo("rwx------");
        assertThat(permissions(directory.resolve("signing-001.pem"))).isEqualTo("rw-------");
        try (var found = Files.list(directory)) {
            assertThat(found).hasSize(1);
        }
    }

    @Test
    void processesThatStartAtOnceEndWithOneKeyEachCanRead() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 16; i++) {
                threads.submit(() -> {
                    KeyFiles own = new KeyFiles(directory);
                    if (own.readAll().isEmpty()) {
                        own.generate();
                    }
                    return own.readAll();
                });
            }
        }

        List<SigningKey> keys = files.readAll();
        assertThat(keys).isNotEmpty().allMatch(SigningKey::isUsable);
    }

    @Test
    void aKeyMadeByOpensslSignsWhatOpensslVerifies() throws Exception {
        Files.createDirectories(directory);
        openssl("genpkey", "-algorithm", "ed25519", "-out", "made.pem");
        openssl("pkey", "-in", "made.pem", "-pubout", "-out", "public.txt");

        SigningKey key = files.readAll().getFirst();

        assertThat(key.publicKey().pem()).isEqualTo(Files.readString(directory.resolve("public.txt")));
        Files.writeString(directory.resolve("message"), "hello");
        Files.write(
                directory.resolve("signature"),
                key.sign("hello".getBytes(StandardCharsets.UTF_8)).orElseThrow());
        openssl(
                "pkeyutl",
                "-verify",
                "-pubin",
                "-inkey",
                "public.txt",
                "-rawin",
                "-in",
                "message",
                "-sigfile",
                "signature");
    }

    @Test
    void theKeyIdIsTheThumbprintOfRfc8037() {
        PublicKey key = new PublicKey(
                HexFormat.of().parseHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"));

        assertThat(key.x()).isEqualTo("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
        assertThat(key.keyId()).isEqualTo("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    }

    @Test
    void aPublicKeyOrARetiredNameIsPublishedAndDoesNotSign() throws IOException {
        files.generate();
        SigningKey key = files.readAll().getFirst();
        Files.move(directory.resolve("signing-001.pem"), directory.resolve("signing-001.retired.pem"));
        Files.writeString(directory.resolve("copy.pem"), key.publicKey().pem());

        assertThat(files.readAll())
                .hasSize(2)
                .noneMatch(SigningKey::canSign)
                .allMatch(one -> one.keyId().equals(key.keyId()));
        assertThat(KeySet.of(List.of(published(key)), files.readAll()).active()).isEmpty();
    }

    @Test
    void theNewestFileIsLastAndInAMountedSecretTheLastName() throws IOException {
        files.generate();
        files.generate();
        files.generate();
        touch("signing-002.pem", "2026-03-03T00:00:00Z");
        touch("signing-001.pem", "2026-03-02T00:00:00Z");
        touch("signing-003.pem", "2026-03-01T00:00:00Z");
        assertThat(files.readAll()).extracting(SigningKey::fileName).last().isEqualTo("signing-002.pem");

        Path mounted = Files.createDirectory(parent.resolve("mounted"));
        for (String name : List.of("signing-002.pem", "signing-003.pem", "signing-001.pem")) {
            Files.createSymbolicLink(mounted.resolve(name), directory.resolve(name));
        }
        Files.createDirectory(mounted.resolve("..data"));

        assertThat(new KeyFiles(mounted).readAll())
                .extracting(SigningKey::fileName)
                .containsExactly("signing-001.pem", "signing-002.pem", "signing-003.pem");
    }

    @Test
    void aFileThatIsNoKeyIsNamed() throws IOException {
        Files.createDirectories(directory);
        Files.writeString(
                directory.resolve("wrong.pem"), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");

        assertThatThrownBy(files::readAll)
                .isInstanceOf(ConfigurationProblem.class)
                .hasMessageStartingWith("auditvisa.signing.keys-dir: ")
                .hasMessageContaining("wrong.pem");
    }

    @Test
    void aKeyShowsNoSecret() throws IOException {
        files.generate();
        String pem = Files.readString(directory.resolve("signing-001.pem"));

        SigningKey key = files.readAll().getFirst();

        assertThat(key.toString()).isEqualTo("signing-001.pem (" + key.keyId() + ")");
        assertThat(pem).doesNotContain(key.publicKey().x());
    }

    private static PublishedKey published(SigningKey key) {
        return new PublishedKey(key.keyId(), key.publicKey(), Instant.EPOCH, null);
    }

    private void touch(String name, String time) throws IOException {
        Files.setLastModifiedTime(directory.resolve(name), FileTime.from(Instant.parse(time)));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private void openssl(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
