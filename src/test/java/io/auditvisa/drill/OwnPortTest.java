package io.auditvisa.drill;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** IO-9: the drill goes through the port that the service itself listens on. */
class OwnPortTest {

    @ParameterizedTest
    @CsvSource({
        "'', 127.0.0.1",
        "0.0.0.0, 127.0.0.1",
        "::, 127.0.0.1",
        "[::], 127.0.0.1",
        "0:0:0:0:0:0:0:0, 127.0.0.1",
        "::1, [::1]",
        "[::1], [::1]",
        "fd00::7, [fd00::7]",
        "10.0.0.7, 10.0.0.7",
        "localhost, localhost",
        "audit.internal, audit.internal"
    })
    void theAddressIsTheOneTheServiceListensOn(String host, String expected) {
        assertThat(OwnPort.webhook(host, 8080, "stripe")).hasToString("http://" + expected + ":8080/webhooks/stripe");
    }
}
