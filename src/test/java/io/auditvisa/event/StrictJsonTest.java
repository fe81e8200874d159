package io.auditvisa.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The {@code payload_invalid} cases of the contract, and what must not be one. */
class StrictJsonTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "\"text\"",
                "1",
                "{",
                "{\"a\":1",
                "{\"a\":1}}",
                "{\"a\":1} {}",
                "{\"a\":1} x",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":.5}",
                "{\"a\":1.}",
                "{\"a\":NaN}",
                "{\"a\":Infinity}",
                "{\"a\":1x}",
                "{\"a\":tru}",
                "{\"a\":\"\t\"}",
                "{\"a\":\"\\x\"}",
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"\\u0061\":2}",
                "{\"a\":{\"b\":1,\"b\":2}}",
                "{\"a\":[{\"b\":1,\"b\":2}]}",
                "{\"a\":\"\\u0000\"}",
                "{\"\\u0000\":1}",
                "{\"a\":\"\\ud800\"}",
                "{\"a\":\"\\ud800x\"}",
                "{\"a\":\"\\udc00\"}",
                "{\"a\":\"\\udc00\\ud800\"}",
                "{\"\\ud83d\":1}",
                "\uFEFF{\"a\":1}",
                "/* c */{\"a\":1}",
                "{\"a\":1}\u0000",
            })
    void whatTwoParsersCouldReadDifferentlyIsRefused(String body) {
        assertThat(StrictJson.parse(utf8(body))).isInstanceOf(StrictJson.Refused.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7b2261223a22ff227d", // 0xff
                "7b2261223a22c3227d", // cut sequence
                "7b2261223a22c080227d", // overlong NUL
                "7b2261223a22eda080227d", // a surrogate in UTF-8
                "7b2261223a22f4908080227d", // beyond U+10FFFF
                "7b2261223a22c3", // cut at the end
            })
    void malformedUtf8IsRefused(String hex) {
        assertThat(StrictJson.parse(HexFormat.of().parseHex(hex)))
                .isEqualTo(new StrictJson.Refused("the body is not well-formed UTF-8"));
    }

    static Stream<String> unusualButFine() {
        return Stream.of(
                "{}",
                " \r\n\t{\"a\":1}\r\n",
                "{\"a\":\"\\ud83d\\ude00 \uD83D\uDE00\"}",
                "{\"a\":\"\u2028\u2029\"}",
                "{\"a\":\"\\u0001\\n\"}",
                "{\"\":\"\"}",
                "{\"a\":-0,\"b\":1e400,\"c\":123456789012345678901234567890,\"d\":1E+2,\"e\":1e-999999999999}",
                "{\"a\":" + "9".repeat(100_000) + "}",
                "{\"a\":\"" + "x".repeat(900_000) + "\"}",
                "{\"" + "n".repeat(60_000) + "\":1}");
    }

    @ParameterizedTest
    @MethodSource("unusualButFine")
    void unusualButUnambiguousBodiesAreRead(String body) {
        assertThat(StrictJson.parse(utf8(body))).isInstanceOf(StrictJson.Parsed.class);
    }

    @Test
    void oneHundredLevelsAreReadAndOneMoreIsRefused() {
        assertThat(StrictJson.parse(utf8("{\"a\":".repeat(99) + "{}" + "}".repeat(99))))
                .isInstanceOf(StrictJson.Parsed.class);
        assertThat(StrictJson.parse(utf8("{\"a\":" + "[".repeat(99) + "]".repeat(99) + "}")))
                .isInstanceOf(StrictJson.Parsed.class);
        assertThat(StrictJson.parse(utf8("{\"a\":".repeat(100) + "{}" + "}".repeat(100))))
                .isEqualTo(new StrictJson.Refused("the body is nested deeper than 100"));
        assertThat(StrictJson.parse(utf8("{\"a\":" + "[".repeat(500_000))))
                .isEqualTo(new StrictJson.Refused("the body is nested deeper than 100"));
    }

    @Test
    void theReasonOfARefusalQuotesNothing() {
        assertThat(StrictJson.parse(utf8("{\"email\":buyer@site.example}")))
                .isInstanceOfSatisfying(
                        StrictJson.Refused.class,
                        refused ->
                                assertThat(refused.reason()).contains("line 1").doesNotContain("buyer", "site"));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "-0, 0",
        "1.0, 1",
        "1e2, 100",
        "0.10, 0.1",
        "1e21, 1e+21",
        "1E-7, 1e-7",
        "9007199254740992, 9007199254740992",
        "9007199254740993, 9007199254740993",
        "12345678901234567890, 12345678901234567890",
        "1e400, 1e400",
        "-1E400, -1E400",
        "1e-400, 1e-400",
        "1e-99999999999, 1e-99999999999",
        "0.1000000000000000055, 0.1000000000000000055",
        "3.141592653589793238, 3.141592653589793238",
        "333333333.33333329, 333333333.33333329",
        "333333333.3333333, 333333333.3333333",
    })
    void aNumberThatADoubleCannotGiveBackStaysLiteral(String written, String canonical) {
        assertThat(canonical("{\"a\":" + written + "}")).isEqualTo("{\"a\":" + canonical + "}");
    }

    static String canonical(String json) {
        StrictJson.Parsed parsed = (StrictJson.Parsed) StrictJson.parse(utf8(json));
        return new String(CanonicalJson.bytes(parsed.root()), StandardCharsets.UTF_8);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
