package io.auditvisa.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

    @Test
    void everySettingOfTheContractIsKnown() {
        Map<String, String> all = Map.ofEntries(
                Map.entry("auditvisa.data-dir", "/var/lib/auditvisa"),
                Map.entry("auditvisa.base-url", "https://example.org"),
                Map.entry("auditvisa.sources.my-shop.kind", "stripe"),
                Map.entry("auditvisa.sources.my-shop.secrets", "whsec_1,whsec_2"),
                Map.entry("auditvisa.sources.my-shop.secrets[2]", "whsec_3"),
                Map.entry("auditvisa.sources.my-shop.replay-window", "5m"),
                Map.entry("auditvisa.sources.my-shop.rules.\"message.*\"", "debit, inbox,crm"),
                Map.entry("auditvisa.sources.my-shop.rules.ping", ""),
                Map.entry("auditvisa.sources.my-shop.livemode", "true"),
                Map.entry("auditvisa.sources.my-shop.allowed-targets", "*.example.org"),
                Map.entry("auditvisa.sources.my-shop.delivery", "withheld"),
                Map.entry("auditvisa.max-body", "1M"),
                Map.entry("auditvisa.recovery.max-attempts", "10"),
                Map.entry("auditvisa.retention.payload", "P90D"),
                Map.entry("auditvisa.notification.telegram.token", "1:a"),
                Map.entry("auditvisa.api.tokens.ops.sha256", "0".repeat(64)),
                Map.entry("auditvisa.api.tokens.ops.roles[0]", "viewer"),
                Map.entry("auditvisa.storage", "filesystem"));

        assertThatCode(() -> Settings.check(config(all))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "auditvisa.duplicate-wiat, auditvisa.duplicate-wait",
        "auditvisa.sources.stripe.secret, auditvisa.sources.stripe.secrets",
        "auditvisa.sorces.stripe.kind, auditvisa.sources.stripe.kind",
        "auditvisa.sources.stripe.rules.message.sent, 'auditvisa.sources.stripe.rules.\"message.sent\"'",
        "auditvisa.sources.Stripe.kind, auditvisa.sources.Stripe.kind",
        "auditvisa.kind[0], auditvisa.kind[0]"
    })
    void anUnknownKeyIsNamedWithWhatItMayHaveMeant(String key, String meant) {
        assertThatThrownBy(() -> Settings.check(config(Map.of(key, "x"))))
                .isInstanceOf(ConfigurationProblem.class)
                .hasMessageContaining(key)
                .hasMessageContaining(meant);
    }

    @ParameterizedTest
    @CsvSource({
        "auditvisa.recovery.every, soon",
        "auditvisa.duplicate-wait, -2s",
        "auditvisa.sources.stripe.replay-window, 0s",
        "auditvisa.sources.stripe.kind, strype",
        "auditvisa.sources.stripe.livemode, ture",
        "auditvisa.sources.stripe.delivery, private",
        "auditvisa.sources.stripe.rules.\"a\", 'certificate,refund'",
        "auditvisa.recovery.max-attempts, 0",
        "auditvisa.max-body, lots",
        "auditvisa.storage, s3",
        "auditvisa.base-url, example.org",
        "auditvisa.api.tokens.ops.sha256, dev-token",
        "auditvisa.api.tokens.ops.roles, admin"
    })
    void aValueThatCannotBeUsedIsRefusedByItsKeyAndNotShown(String key, String value) {
        assertThatThrownBy(() -> Settings.check(config(Map.of(key, value))))
                .isInstanceOf(ConfigurationProblem.class)
                .hasMessageStartingWith(key + " must be ")
                .hasMessageNotContaining("\n");
    }

    private static SmallRyeConfig config(Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredConverters()
                .withSources(new PropertiesConfigSource(properties, "test", 100))
                .build();
    }
}
