package io.auditvisa.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvironmentVariablesTest {

    @ParameterizedTest
    @CsvSource({
        "AUDITVISA_SOURCES_STRIPE_KIND, auditvisa.sources.stripe.kind",
        "AUDITVISA_SOURCES_MY_SHOP_2_REPLAY_WINDOW, auditvisa.sources.my-shop-2.replay-window",
        "AUDITVISA_SOURCES_STRIPE_SECRETS, auditvisa.sources.stripe.secrets",
        "AUDITVISA_SOURCES_STRIPE_SECRETS_0_, auditvisa.sources.stripe.secrets[0]",
        "AUDITVISA_SOURCES_STRIPE_ALLOWED_TARGETS, auditvisa.sources.stripe.allowed-targets",
        "AUDITVISA_API_TOKENS_OPS_TEAM_SHA256, auditvisa.api.tokens.ops-team.sha256",
        "AUDITVISA_SOURCES_STRIPE_RULES__CHECKOUT_SESSION_COMPLETED_, auditvisa.sources.stripe.rules.\"checkout.session.completed\"",
        "AUDITVISA_SOURCES_S_RULES__CHECKOUT_SESSION_ASYNC_PAYMENT_SUCCEEDED__, auditvisa.sources.s.rules.\"checkout.session.async_payment_succeeded\""
    })
    void aVariableWithAChosenNameBecomesItsProperty(String variable, String property) {
        assertThat(EnvironmentVariables.properties(Map.of(variable, "x"))).containsExactly(Map.entry(property, "x"));
    }

    @Test
    void oneVariableCarriesAllRulesOfASource() {
        String rules = "checkout.session.completed=certificate, notification ; message.* = inbox;";

        Map<String, String> properties = EnvironmentVariables.properties(Map.of("AUDITVISA_SOURCES_A_B_RULES", rules));

        assertThat(properties)
                .containsOnly(
                        Map.entry(
                                "auditvisa.sources.a-b.rules.\"checkout.session.completed\"",
                                "certificate, notification"),
                        Map.entry("auditvisa.sources.a-b.rules.\"message.*\"", "inbox"));
    }

    @ParameterizedTest
    @CsvSource({
        "AUDITVISA_DATA_DIR, auditvisa.data-dir",
        "AUDITVISA_MAX_BODY, auditvisa.max-body",
        "AUDITVISA_NOTIFICATION_TELEGRAM_CHAT_ID, auditvisa.notification.telegram.chat-id"
    })
    void aVariableWithAFixedKeyBecomesItsProperty(String variable, String property) {
        assertThat(EnvironmentVariables.properties(Map.of(variable, "x"))).containsExactly(Map.entry(property, "x"));
    }

    @ParameterizedTest
    @CsvSource({
        "AUDITVISA_SERVICE_HOST, 10.0.0.1",
        "AUDITVISA_SERVICE_PORT, 80",
        "AUDITVISA_SERVICE_PORT_HTTP, 80",
        "AUDITVISA_PORT, tcp://10.0.0.1:80",
        "AUDITVISA_PORT_8080_TCP, tcp://10.0.0.1:8080",
        "AUDITVISA_PORT_8080_TCP_ADDR, 10.0.0.1",
        "AUDITVISA_POSTGRES_PORT_5432_TCP_PROTO, tcp",
        "AUDITVISA_MANAGEMENT_SERVICE_HOST, 10.0.0.1"
    })
    void aServiceLinkOfKubernetesIsNoSetting(String variable, String value) {
        assertThat(EnvironmentVariables.properties(Map.of(variable, value))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "AUDITVISA_DATADIR, AUDITVISA_DATA_DIR",
        "AUDITVISA_SOURCES_STRIPE_SECRET, AUDITVISA_SOURCES_STRIPE_SECRETS",
        "AUDITVISA_SORCES_STRIPE_KIND, AUDITVISA_SOURCES_STRIPE_KIND",
        "AUDITVISA_PORT, AUDITVISA_PORT"
    })
    void aMisspeltVariableIsNamed(String variable, String expectedInMessage) {
        assertThatThrownBy(() -> EnvironmentVariables.properties(Map.of(variable, "8080")))
                .isInstanceOf(ConfigurationProblem.class)
                .hasMessageContaining(variable)
                .hasMessageContaining(expectedInMessage);
    }
}
