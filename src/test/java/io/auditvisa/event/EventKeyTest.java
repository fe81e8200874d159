package io.auditvisa.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** AV-2.3, AV-4.1: the key and its reference; AV-2.4: nothing else takes part in it. */
class EventKeyTest {

    @ParameterizedTest
    @CsvSource({
        "stripe, evt_1Ab, av_evt_1Ab",
        "stripe, evt_1_b, av_evt_stripe_evt_1_b",
        "stripe, x, av_evt_stripe_x",
        "shop, evt_1Ab, av_evt_shop_evt_1Ab",
        "my-shop, msg:1.2-3, av_evt_my-shop_msg:1.2-3"
    })
    void onlyTheSourceNamedStripeHasTheShortForm(String source, String eventId, String ref) {
        assertThat(new EventKey(source, eventId).ref()).isEqualTo(ref);
    }

    @Test
    void noTwoKeysShareAReferenceOrALock() {
        List<EventKey> keys = List.of(
                new EventKey("stripe", "evt_a"),
                new EventKey("stripe", "evt_stripe_evt_a"),
                new EventKey("stripe", "a"),
                new EventKey("a", "stripe_a"),
                new EventKey("a", "evt_a"));

        assertThat(keys.stream().map(EventKey::ref)).doesNotHaveDuplicates();
        assertThat(keys.stream().map(EventKey::lockKey)).doesNotHaveDuplicates();
        assertThat(new EventKey("stripe", "evt_a").lockKey()).isEqualTo(new EventKey("stripe", "evt_a").lockKey());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "ä", "a/b", "a\n"})
    void otherCharactersAreNoId(String eventId) {
        assertThat(EventKey.isValidEventId(eventId)).isFalse();
    }

    @Test
    void anIdHasAtMost255Characters() {
        assertThat(EventKey.isValidEventId("x".repeat(255))).isTrue();
        assertThat(EventKey.isValidEventId("x".repeat(256))).isFalse();
    }
}
