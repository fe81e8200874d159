package io.auditvisa.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.event.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AV-13.2: the commands of VERIFY.md, run as they stand with the system's shell and openssl. */
class VerifyGuideTest {

    private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    private static final int KEY = 0;
    private static final int FILES = 1;

    @TempDir
    Path folder;

    private SigningKey key;
    private String guide;

    @BeforeEach
    void unpack() throws IOException {
        KeyFiles files = new KeyFiles(Files.createTempDirectory(folder, "keys"));
        files.generate();
        key = files.readAll().getFirst();
        Predicate predicate =
                Sample.signedBy(key.keyId(), "https://site.example/\"sha256\":\"路径\\", 4900L, "usd", true);
        byte[] html = CertificateRenderer.render(predicate, 1);
        byte[] statement = new Statement(predicate, Sha256.hexOf(html)).bytes();
        byte[] signature =
                key.sign(Envelope.preAuthenticationEncoding(statement)).orElseThrow();
        Files.write(folder.resolve("certificate.html"), html);
        Files.write(folder.resolve("statement.json"), statement);
        Files.write(folder.resolve("envelope.dsse.json"), new Envelope(statement, signature, key.keyId()).bytes());
        guide = new String(VerifyGuide.render(predicate, key.publicKey(), 1), StandardCharsets.UTF_8);
    }

    @Test
    void theCommandsPassOnAnUntouchedPackage() throws Exception {
        Answer keys = run("sh", KEY);
        Answer files = run("sh", FILES);

        assertThat(files.output())
                .contains("Signature Verified Successfully", "statement.json: OK", "certificate.html: OK");
        assertThat(files.output())
                .contains(Sha256.hexOf(Files.readAllBytes(folder.resolve("statement.json"))) + "  statement.json");
        assertThat(files.exitCode()).isZero();
        assertThat(keys.output())
                .contains("kid " + key.keyId(), "x   " + key.publicKey().x());
        assertThat(keys.exitCode()).isZero();
    }

    @Test
    void theyPassInBashToo() throws Exception {
        assertThat(run("bash", KEY).exitCode()).isZero();
        assertThat(run("bash", FILES).exitCode()).isZero();
    }

    @Test
    void theyNeedNothingButOpensslSha256sumAndBase64() throws Exception {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : List.of("openssl", "sha256sum", "base64")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }

        assertThat(run("sh", KEY, tools.toString()).exitCode()).isZero();
        assertThat(run("sh", FILES, tools.toString()).exitCode()).isZero();
    }

    @Test
    void anAlteredCertificateFails() throws Exception {
        alter("certificate.html", "AuditVisa Standard", "AuditVisa Premium!");

        assertThat(check().exitCode()).isNotZero();
    }

    @Test
    void anAlteredStatementFails() throws Exception {
        alter("statement.json", "\"amount_minor\":4900", "\"amount_minor\":9900");

        assertThat(check().exitCode()).isNotZero();
    }

    @Test
    void anAlteredPayloadFails() throws Exception {
        alter("envelope.dsse.json", "\"payload\":\"eyJ", "\"payload\":\"eyK");

        Answer answer = check();

        assertThat(answer.exitCode()).isNotZero();
        assertThat(answer.output()).doesNotContain("Signature Verified Successfully");
    }

    @Test
    void anotherKeysSignatureFails() throws Exception {
        KeyFiles others = new KeyFiles(Files.createTempDirectory(folder, "others"));
        others.generate();
        SigningKey other = others.readAll().getFirst();
        byte[] statement = Files.readAllBytes(folder.resolve("statement.json"));
        byte[] signature =
                other.sign(Envelope.preAuthenticationEncoding(statement)).orElseThrow();
        Files.write(folder.resolve("envelope.dsse.json"), new Envelope(statement, signature, key.keyId()).bytes());

        assertThat(check().exitCode()).isNotZero();
    }

    @Test
    void theGuideTellsWhereTheKeysArePublished() {
        assertThat(guide)
                .contains(
                        "https://auditvisa.example/.well-known/jwks.json",
                        key.keyId(),
                        key.publicKey().pem().strip());
    }

    private record Answer(int exitCode, String output) {}

    private Answer run(String shell, int block) throws IOException, InterruptedException {
        return run(shell, block, System.getenv("PATH"));
    }

    private Answer run(String shell, int block, String path) throws IOException, InterruptedException {
        Matcher commands = COMMANDS.matcher(guide);
        for (int i = 0; i <= block; i++) {
            assertThat(commands.find()).isTrue();
        }
        ProcessBuilder builder = new ProcessBuilder("/bin/" + shell, "-c", commands.group(1))
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("PATH", path);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), output);
    }

    /** The second block, as its reader runs it: after the first. */
    private Answer check() throws IOException, InterruptedException {
        assertThat(run("sh", KEY).exitCode()).isZero();
        return run("sh", FILES);
    }

    private void alter(String file, String from, String to) throws IOException {
        String text = Files.readString(folder.resolve(file));
        assertThat(text).contains(from);
        Files.writeString(folder.resolve(file), text.replace(from, to));
    }
}
