package io.auditvisa.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.auditvisa.event.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** AV-13.1: a certificate is issued only for a target that the policy allows. */
class TargetPolicyTest {

    private static final TargetPolicy POLICY =
            TargetPolicy.read("key", List.of("Site.Example", "*.shop.example", "bücher.example", "[2001:db8::1]"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://site.example",
                "HTTPS://SITE.EXAMPLE/page?x=1#y",
                "http://site.example.:8080/",
                "https://a.shop.example/",
                "https://a.b.shop.example?x",
                "https://b\u00fccher.example/\u4e2d\u6587",
                "https://xn--bcher-kva.example/",
                "https://site\u3002example/",
                "http://[2001:DB8::1]:80/",
            })
    void anAllowedHostIsAllowedHoweverItIsWritten(String target) {
        assertThat(POLICY.refusal(target)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://other.example/",
                "https://shop.example/",
                "https://site.example.evil.example/",
                "https://evilsite.example/",
                "https://evilshop.example/",
                "https://other.example/?u=https://site.example",
                "https://other.example#.site.example",
            })
    void anyOtherHostIsNotAllowed(String target) {
        assertThat(POLICY.refusal(target)).map(Failure::code).contains("target_not_allowed");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "site.example",
                "/page",
                "//site.example/",
                "ftp://site.example/",
                "javascript:alert(1)",
                "https:///page",
                "https://",
                "https://user@site.example/",
                "https://site.example@evil.example/",
                "https://evil.example\\@site.example/",
                "https://site.example\\.evil.example",
                "https://site.example:99999/",
                "https://site.example:x/",
                "https://site..example/",
                "https://-site.example/",
                "https://si te.example/",
                " https://site.example/",
                "https://site.example/\n",
                "https://site.example/\u0007",
                "https://site.example/\u2028",
                "https://site.example/\u202egnp.exe",
                "https://evil.example%2f.site.example/",
            })
    void whatIsNoAbsoluteWebAddressIsInvalid(String target) {
        assertThat(POLICY.refusal(target)).map(Failure::code).contains("target_invalid");
        assertThat(TargetPolicy.ANY.refusal(target)).map(Failure::code).contains("target_invalid");
    }

    @Test
    void aTargetHasAtMost2048Characters() {
        String longest = "https://site.example/" + "x".repeat(2048 - "https://site.example/".length());

        assertThat(TargetPolicy.ANY.refusal(longest)).isEmpty();
        assertThat(TargetPolicy.ANY.refusal(longest + "x")).map(Failure::code).contains("target_invalid");
    }
}
