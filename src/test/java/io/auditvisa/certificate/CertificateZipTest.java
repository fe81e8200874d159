package io.auditvisa.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.event.Sha256;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** GO-3: a ZIP whose bytes depend on its files alone. */
class CertificateZipTest {

    @Test
    void anyReaderFindsTheFilesInOrderStoredAndDatedTheSame() throws Exception {
        byte[] zip = CertificateZip.of(files());

        List<String> names = new ArrayList<>();
        try (ZipInputStream stream = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = stream.getNextEntry(); entry != null; entry = stream.getNextEntry()) {
                names.add(entry.getName());
                assertThat(entry.getMethod()).isEqualTo(ZipEntry.STORED);
                assertThat(entry.getTimeLocal()).isEqualTo(LocalDateTime.parse("1980-02-01T00:00"));
                assertThat(stream.readAllBytes()).isEqualTo(files().get(entry.getName()));
            }
        }
        assertThat(names).containsExactly("statement.json", "证书.html", "empty");
    }

    @Test
    void anotherVirtualMachineInAnotherZoneAndLocaleWritesTheSameBytes() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

        Process other = new ProcessBuilder(
                        java,
                        "-Duser.timezone=America/Adak",
                        "-Duser.language=ar",
                        "-Duser.country=EG",
                        "-Dfile.encoding=ISO-8859-1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Fingerprint.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .directory(new File("."))
                .start();
        String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();

        assertThat(other.waitFor()).isZero();
        assertThat(printed).isEqualTo(Fingerprint.of());
    }

    /** Run by the other virtual machine. */
    static final class Fingerprint {

        private Fingerprint() {}

        public static void main(String[] arguments) {
            System.out.println(of());
        }

        static String of() {
            Map<String, byte[]> files = files();
            files.put("certificate.html", CertificateRenderer.render(Sample.full(), 1));
            files.put("statement.json", new Statement(Sample.full(), "ab".repeat(32)).bytes());
            return Sha256.hexOf(CertificateZip.of(files));
        }
    }

    private static Map<String, byte[]> files() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("statement.json", "{}".getBytes(StandardCharsets.UTF_8));
        files.put("证书.html", "<p>证书".getBytes(StandardCharsets.UTF_8));
        files.put("empty", new byte[0]);
        return files;
    }
}
