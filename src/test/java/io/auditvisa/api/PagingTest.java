package io.auditvisa.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagingTest {

    @Test
    void aCursorGivesBackTheKeyItWasMadeOf() {
        Instant time = Instant.parse("2026-03-01T09:49:14.123456Z");

        Cursor read = Cursor.decode(Cursor.of(time, 42L).encode());

        assertThat(read.instant(0)).isEqualTo(time);
        assertThat(read.number(1)).isEqualTo(42);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "201", "ten", "1.5", "99999999999"})
    void aLimitOutOfRangeIsRefused(String limit) {
        assertThatThrownBy(() -> PageRequest.of(limit, null)).satisfies(PagingTest::isParameterInvalid);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no base 64!", "AAAA", "bm90IGEgdGltZQ"})
    void aCursorThatNoListGaveOutIsRefused(String cursor) {
        assertThatThrownBy(() -> PageRequest.of(null, cursor).after().instant(0))
                .satisfies(PagingTest::isParameterInvalid);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "2026-13-01", "2026-03-01T09:49:14", "+1000000-01-01T00:00:00Z"})
    void aTimeThatIsNoneIsRefused(String time) {
        assertThatThrownBy(() -> TimeWindow.of(time, null)).satisfies(PagingTest::isParameterInvalid);
    }

    @Test
    void aWindowThatEndsBeforeItBeginsIsRefused() {
        assertThatThrownBy(() -> TimeWindow.of("2026-03-02", "2026-03-01")).satisfies(PagingTest::isParameterInvalid);
    }

    @Test
    void timesWithAnOffsetAndDatesAreReadAsUtc() {
        TimeWindow window = TimeWindow.of("2026-03-01T01:00:00+02:00", "2026-03-01");

        assertThat(window.from()).isEqualTo(Instant.parse("2026-02-28T23:00:00Z"));
        assertThat(window.to()).isEqualTo(Instant.parse("2026-03-01T00:00:00Z"));
    }

    @Test
    void blankParametersAreAbsent() {
        assertThat(PageRequest.of(" ", "")).isEqualTo(new PageRequest(50, null));
        assertThat(TimeWindow.of("", " ")).isEqualTo(TimeWindow.ALL);
    }

    @Test
    void onlyAFullPageWithMoreBehindItHasACursor() {
        PageRequest two = PageRequest.of("2", null);

        Page<String> full = page(3, two);
        Page<String> last = page(2, two);

        assertThat(full.items()).containsExactly("0", "1");
        assertThat(Cursor.decode(full.nextCursor()).number(0)).isEqualTo(1);
        assertThat(last.items()).hasSize(2);
        assertThat(last.nextCursor()).isNull();
    }

    private static Page<String> page(int rows, PageRequest request) {
        List<Integer> fetched = IntStream.range(0, rows).boxed().toList();
        return Page.of(fetched, request, Cursor::of, String::valueOf);
    }

    private static void isParameterInvalid(Throwable thrown) {
        ProblemException problem = (ProblemException) thrown;
        assertThat(problem.status()).isEqualTo(400);
        assertThat(problem.code()).isEqualTo("parameter_invalid");
    }
}
