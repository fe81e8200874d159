package io.auditvisa.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Single ranges of a download, RFC 9110. */
class ByteRangeTest {

    @Test
    void aSingleRangeIsReadInItsThreeForms() {
        assertThat(ByteRange.of("bytes=0-9", 100)).isEqualTo(new ByteRange.Part(0, 9));
        assertThat(ByteRange.of("bytes=90-", 100)).isEqualTo(new ByteRange.Part(90, 99));
        assertThat(ByteRange.of("bytes=-10", 100)).isEqualTo(new ByteRange.Part(90, 99));
    }

    @Test
    void whatReachesBeyondTheEndIsCut() {
        assertThat(ByteRange.of("bytes=90-999999999999", 100)).isEqualTo(new ByteRange.Part(90, 99));
        assertThat(ByteRange.of("bytes=-1000", 100)).isEqualTo(new ByteRange.Part(0, 99));
    }

    @Test
    void whatLiesBeyondTheEndCannotBeSatisfied() {
        assertThat(ByteRange.of("bytes=100-", 100)).isEqualTo(new ByteRange.Unsatisfiable());
        assertThat(ByteRange.of("bytes=-0", 100)).isEqualTo(new ByteRange.Unsatisfiable());
    }

    @Test
    void noHeaderGivesTheWhole() {
        assertThat(ByteRange.of(null, 100)).isEqualTo(new ByteRange.Whole());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bytes=", "bytes=-", "items=0-1", "bytes=5-2", "bytes=0-1,3-4", "bytes=x-y"})
    void anythingElseGivesTheWhole(String header) {
        assertThat(ByteRange.of(header, 100)).isEqualTo(new ByteRange.Whole());
    }
}
