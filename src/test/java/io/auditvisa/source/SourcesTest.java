package io.auditvisa.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.auditvisa.config.ConfigurationProblem;
import io.auditvisa.event.Effect;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AV-2.2: sources are configured by name; a wrong setting stops the start and is named. */
class SourcesTest {

    private static final Map<String, String> VALID = Map.of(
            "shop.kind", "stripe",
            "shop.secrets", "whsec_one,whsec_two",
            "shop.rules.\"checkout.session.completed\"", "certificate,notification",
            "msg.kind", "standard",
            "msg.secrets", ConfiguredSources.STANDARD_SECRET,
            "msg.rules.\"message.*\"", "debit, inbox, crm");

    @Test
    void sourcesAreFoundByName() {
        Sources sources = ConfiguredSources.of(VALID);

        assertThat(sources.knows("shop")).isTrue();
        assertThat(sources.knows("stripe")).isFalse();
        assertThat(sources.find("msg")).hasValueSatisfying(source -> {
            assertThat(source.kind()).isEqualTo(SourceKind.STANDARD);
            assertThat(source.gate().replayWindow()).isEqualTo(Duration.ofMinutes(5));
            assertThat(source.policy().rules().effectsOf("message.sent"))
                    .containsExactlyInAnyOrder(Effect.DEBIT, Effect.INBOX, Effect.CRM);
        });
        assertThat(sources.find("shop").orElseThrow().secretFingerprints())
                .hasSize(2)
                .allMatch(fingerprint -> fingerprint.matches("[0-9a-f]{16}"));
    }

    @Test
    void noSourceAtAllIsAllowed() {
        assertThat(ConfiguredSources.of(Map.of()).all()).isEmpty();
    }

    @Test
    void aRuleWithoutEffectsEarnsNothingAndStillBeatsAPattern() {
        Map<String, String> settings = new HashMap<>(VALID);
        settings.put("msg.rules.\"message.read\"", "");

        Rules rules = ConfiguredSources.of(settings)
                .find("msg")
                .orElseThrow()
                .policy()
                .rules();

        assertThat(rules.effectsOf("message.sent")).isNotEmpty();
        assertThat(rules.effectsOf("message.read")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Shop.kind                | stripe      | auditvisa.sources.Shop",
                "1shop.kind               | stripe      | auditvisa.sources.1shop",
                "shop.kind                | paypal      | auditvisa.sources.shop.kind",
                "shop.kind                | Stripe      | auditvisa.sources.shop.kind",
                "other.secrets            | whsec_x     | auditvisa.sources.other.kind",
                "other.kind               | stripe      | auditvisa.sources.other.secrets",
                "shop.secrets             | ' , '       | auditvisa.sources.shop.secrets",
                "shop.secrets             | sk_live_abc | auditvisa.sources.shop.secrets",
                "shop.secrets             | whsec_      | auditvisa.sources.shop.secrets",
                "shop.secrets             | whsec_a b   | auditvisa.sources.shop.secrets",
                "msg.secrets              | whsec_      | auditvisa.sources.msg.secrets",
                "msg.secrets              | whsec_%%%   | auditvisa.sources.msg.secrets",
                "msg.secrets              | c2VjcmV0    | auditvisa.sources.msg.secrets",
                "msg.secrets              | whpk_c2hvcnQ= | auditvisa.sources.msg.secrets",
                "msg.secrets              | whsk_c2hvcnQ= | auditvisa.sources.msg.secrets",
                "shop.replay-window       | soon        | auditvisa.sources.shop.replay-window",
                "shop.replay-window       | 0s          | auditvisa.sources.shop.replay-window",
                "shop.livemode            | yes         | auditvisa.sources.shop.livemode",
                "shop.delivery            | secret      | auditvisa.sources.shop.delivery",
                "shop.rate-limit          | many        | auditvisa.sources.shop.rate-limit",
                "shop.allowed-targets     | https://a.example | auditvisa.sources.shop.allowed-targets",
                "shop.rules.\"x\"         | certify     | auditvisa.sources.shop.rules.\"x\"",
                "shop.rules.\"x\"         | debit       | auditvisa.sources.shop.rules.\"x\"",
                "msg.rules.\"x\"          | credit      | auditvisa.sources.msg.rules.\"x\"",
                "msg.rules.\"x\"          | crm         | auditvisa.sources.msg.rules.\"x\"",
                "msg.rules.\"a*b\"        | inbox       | auditvisa.sources.msg.rules.\"a*b\"",
            })
    void aWrongSettingStopsTheStartAndIsNamedInOneLine(String key, String value, String named) {
        Map<String, String> settings = new HashMap<>(VALID);
        settings.put(key, value);

        assertThatThrownBy(() -> ConfiguredSources.of(settings))
                .isInstanceOf(ConfigurationProblem.class)
                .hasMessageContaining(named)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aMalformedSecretIsNotPrinted() {
        Map<String, String> settings = new HashMap<>(VALID);
        settings.put("msg.secrets", "whsec_dGhpcyBpcyBzZWNyZXQ*");

        assertThatThrownBy(() -> ConfiguredSources.of(settings))
                .isInstanceOf(ConfigurationProblem.class)
                .hasMessageNotContaining("dGhpcyBpcyBzZWNyZXQ")
                .hasNoCause();
    }
}
