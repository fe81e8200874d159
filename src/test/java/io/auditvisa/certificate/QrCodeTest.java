package io.auditvisa.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.qrcode.decoder.Decoder;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A drawn code must say its text to a reader, whichever mask it wears. */
class QrCodeTest {

    private static final int QUIET_ZONE = 4;
    private static final Pattern RUN = Pattern.compile("M(\\d+) (\\d+)h(\\d+)v1h-\\d+z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8080/verify/0123456789abcdef0123456789abcdef",
                "https://certificates.example/verify/ffffffffffffffffffffffffffffffff",
                "https://a-rather-long-host-name.of-an-operator.example/with/a/path/verify/00000000000000000000000000000000"
            })
    void aReaderFindsTheText(String text) throws Exception {
        assertThat(read(QrCode.svg(text))).isEqualTo(text);
        assertThat(read(QrCode.svgOfBestMask(text))).isEqualTo(text);
    }

    private static String read(String svg) throws Exception {
        Matcher box = Pattern.compile("viewBox=\"0 0 (\\d+) ").matcher(svg);
        assertThat(box.find()).isTrue();
        int size = Integer.parseInt(box.group(1)) - 2 * QUIET_ZONE;
        boolean[][] dark = new boolean[size][size];
        for (MatchResult run : RUN.matcher(svg).results().toList()) {
            int x = Integer.parseInt(run.group(1)) - QUIET_ZONE;
            int y = Integer.parseInt(run.group(2)) - QUIET_ZONE;
            for (int i = 0; i < Integer.parseInt(run.group(3)); i++) {
                dark[y][x + i] = true;
            }
        }
        return new Decoder().decode(dark).getText();
    }
}
