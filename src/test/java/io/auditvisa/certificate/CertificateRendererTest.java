package io.auditvisa.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.auditvisa.event.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GO-3: the page is a function of the predicate and the renderer version alone. */
class CertificateRendererTest {

    @Test
    void theBytesOfVersion1NeverChange() {
        // A published page is rebuilt with the version that made it. If this fails, write a version 2 instead.
        assertThat(Sha256.hexOf(CertificateRenderer.render(Sample.full(), 1)))
                .isEqualTo("225b8b24e3e33800fcd0d50f4e50f5708ecef0ab19deb2c3c26ce4f9381a44ec");
        assertThat(Sha256.hexOf(CertificateRenderer.render(Sample.bare(), 1)))
                .isEqualTo("7d37601c19556728543673f7d1027a71b8ee59e00a2614bde1ae18cff0bd33d5");
    }

    @Test
    void theBytesOfVersion2NeverChange() {
        assertThat(Sha256.hexOf(CertificateRenderer.render(Sample.full(), 2)))
                .isEqualTo("1e75fafebf3728759089d68582bc9908250e8fb70edb262a9ed92f6c7047530f");
        assertThat(Sha256.hexOf(CertificateRenderer.render(Sample.bare(), 2)))
                .isEqualTo("d9b2e53d5da33d2c47617fb7467c4dbef82a25bffcbf8d1b803f65869bbb87d2");
    }

    @Test
    void zoneAndLocaleOfTheMachineChangeNothing() {
        byte[] here = CertificateRenderer.render(Sample.full(), 1);
        TimeZone zone = TimeZone.getDefault();
        Locale locale = Locale.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            Locale.setDefault(Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai"));

            assertThat(CertificateRenderer.render(Sample.full(), 1)).isEqualTo(here);
        } finally {
            TimeZone.setDefault(zone);
            Locale.setDefault(locale);
        }
    }

    @Test
    void everyValueIsShownAsTextAndNothingElse() {
        String hostile = "https://x.example/\"><script>alert('1')</script>&{{ref}}\u202Egnp.exe\u0007";

        String page = page(Sample.of(hostile, 4900L, "usd", true));

        assertThat(page)
                .contains(
                        "https://x.example/&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;{{ref}}\uFFFDgnp.exe\uFFFD")
                .doesNotContain("<script");
    }

    @Test
    void aTestModeCertificateIsMarkedAndALiveOneIsNot() {
        assertThat(page(Sample.of("t", 1L, "usd", false)))
                .contains("TEST <span lang=\"zh\">测试</span>")
                .contains("is-test\"");
        assertThat(page(Sample.of("t", 1L, "usd", true)))
                .doesNotContain("class=\"test\"")
                .doesNotContain("is-test\"");
        assertThat(page(Sample.of("t", 1L, "usd", null)))
                .doesNotContain("class=\"test\"")
                .doesNotContain("is-test\"");
    }

    @ParameterizedTest
    @CsvSource({
        "0, usd, USD 0.00",
        "5, usd, USD 0.05",
        "123456, eur, 'EUR 1,234.56'",
        "500, jpy, JPY 500",
        "5120, kwd, KWD 5.120",
        "7, kwd, KWD 0.007",
        "1500000, jpy, 'JPY 1,500,000'",
        "9007199254740991, usd, 'USD 90,071,992,547,409.91'"
    })
    void anAmountHasTheDecimalsOfItsCurrency(long minor, String currency, String shown) {
        assertThat(page(Sample.of("t", minor, currency, true))).contains("<dd>" + shown + "</dd>");
    }

    @Test
    void bothLanguagesStandSideBySide() {
        assertThat(page(Sample.full()))
                .contains("Certificate of a verified event", "事件核验证书", "1 March 2026", "2026年3月1日");
    }

    @Test
    void thePageLoadsNothingAndHoldsOneStyle() {
        String page = page(Sample.full());

        assertThat(page).doesNotContain("<script", "<link", "<img", "@import", "url(", "src=", " style=");
        assertThat(page.split("<style>", -1)).hasSize(2);
    }

    @Test
    void theRunHashIsNotOnThePage() {
        byte[] html = CertificateRenderer.render(Sample.full(), 1);
        byte[] statement = new Statement(Sample.full(), Sha256.hexOf(html)).bytes();

        assertThat(new String(html, StandardCharsets.UTF_8))
                .doesNotContain(HexFormat.of().formatHex(Statement.runHash(statement)));
    }

    @Test
    void whatIsAbsentHasNoRow() {
        assertThat(page(Sample.bare())).doesNotContain("null", "Amount", "Product", "Issued for", "Session");
    }

    @Test
    void anUnknownVersionIsRefused() {
        assertThat(CertificateRenderer.knows(0)).isFalse();
        assertThat(CertificateRenderer.knows(3)).isFalse();
        assertThatThrownBy(() -> CertificateRenderer.render(Sample.full(), 3))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String page(Predicate predicate) {
        return new String(
                CertificateRenderer.render(predicate, CertificateRenderer.CURRENT_VERSION), StandardCharsets.UTF_8);
    }
}
