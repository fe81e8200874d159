package io.auditvisa.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** GO-1: the members that differ are named. */
class ContentDiffTest {

    @Test
    void changedAddedAndRemovedMembersAreNamed() {
        assertThat(diff(
                        "{\"a\":1,\"b\":{\"c\":[1,2,3],\"d\":\"x\"},\"e\":null}",
                        "{\"a\":1.0,\"b\":{\"c\":[1,9],\"d\":\"y\"},\"f\":{}}"))
                .containsExactly("/b/c/1", "/b/c/2", "/b/d", "/e", "/f");
    }

    @Test
    void pointersAreEscaped() {
        assertThat(diff("{\"a/b\":1,\"m~n\":1,\"\":1}", "{\"a/b\":2,\"m~n\":2,\"\":2}"))
                .containsExactly("/", "/a~1b", "/m~0n");
    }

    @Test
    void orderWhiteSpaceAndIgnoredMembersDoNotDiffer() {
        assertThat(diff("{\"a\":1,\"b\":2,\"pending_webhooks\":3}", " {\"b\":2 , \"a\":1e0,\"pending_webhooks\":1}"))
                .isEmpty();
    }

    @Test
    void onlyTheTopLevelIsIgnored() {
        assertThat(diff("{\"a\":{\"pending_webhooks\":1}}", "{\"a\":{\"pending_webhooks\":2}}"))
                .containsExactly("/a/pending_webhooks");
    }

    @Test
    void numbersOutOfRangeAreComparedAsWritten() {
        assertThat(diff("{\"a\":12345678901234567890}", "{\"a\":12345678901234567891}"))
                .containsExactly("/a");
    }

    @Test
    void atMostFiftyAreNamed() {
        String first = IntStream.range(0, 80).mapToObj(i -> "1").collect(Collectors.joining(",", "{\"a\":[", "]}"));

        assertThat(diff(first, first.replace('1', '2'))).hasSize(ContentDiff.MAX_POINTERS);
    }

    @Test
    void aPayloadThatIsNoJsonDiffersAsAWhole() {
        assertThat(diff("{}", "gone")).containsExactly("");
        assertThat(diff("gone", "gone")).isEmpty();
    }

    private static List<String> diff(String first, String later) {
        return ContentDiff.pointers(
                first.getBytes(StandardCharsets.UTF_8),
                later.getBytes(StandardCharsets.UTF_8),
                Set.of("pending_webhooks"));
    }
}
