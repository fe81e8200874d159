package io.auditvisa.source;

import static io.auditvisa.event.Effect.CERTIFICATE;
import static io.auditvisa.event.Effect.CREDIT;
import static io.auditvisa.event.Effect.NOTIFICATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RulesTest {

    private static final Rules RULES = Rules.read(
            "auditvisa.sources.shop.rules",
            SourceKind.STRIPE,
            Map.of(
                    "*", List.of("notification"),
                    "checkout.*", List.of("credit"),
                    "checkout.session.*", List.of("certificate"),
                    "checkout.session.completed", List.of("certificate", "notification")));

    @Test
    void anExactRuleBeatsAPattern() {
        assertThat(RULES.effectsOf("checkout.session.completed")).containsExactlyInAnyOrder(CERTIFICATE, NOTIFICATION);
    }

    @Test
    void theLongestPatternWinsAndNothingIsUnited() {
        assertThat(RULES.effectsOf("checkout.session.expired")).containsExactly(CERTIFICATE);
        assertThat(RULES.effectsOf("checkout.other")).containsExactly(CREDIT);
        assertThat(RULES.effectsOf("invoice.paid")).containsExactly(NOTIFICATION);
    }

    @Test
    void aTypeThatEndsInAStarIsNoPattern() {
        Rules rules = Rules.read(
                "rules", SourceKind.STRIPE, Map.of("a.b*", List.of("credit"), "a.*", List.of("certificate")));

        assertThat(rules.effectsOf("a.*")).containsExactly(CERTIFICATE);
        assertThat(rules.effectsOf("a.b*")).containsExactly(CREDIT);
    }

    @Test
    void withoutARuleAnEventEarnsNothing() {
        assertThat(Rules.read("rules", SourceKind.STRIPE, Map.of()).effectsOf("invoice.paid"))
                .isEmpty();
    }
}
