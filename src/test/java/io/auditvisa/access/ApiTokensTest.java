package io.auditvisa.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.auditvisa.config.ConfigurationProblem;
import io.auditvisa.event.Sha256;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ApiTokensTest {

    private static final String SHA256 = Sha256.hexOf("secret-token");

    @Test
    void aKnownTokenHasItsCallersRolesAndThoseTheyInclude() {
        ApiTokens tokens = tokens(SHA256.toUpperCase(), Set.of("finance"));

        Optional<ApiTokens.Caller> caller = tokens.find("secret-token");

        assertThat(caller).hasValueSatisfying(found -> {
            assertThat(found.name()).isEqualTo("alice");
            assertThat(found.roles()).containsExactlyInAnyOrder("finance", "viewer");
        });
    }

    @Test
    void neitherAnUnknownTokenNorTheHashItselfOpensAnything() {
        ApiTokens tokens = tokens(SHA256, Set.of("viewer"));

        assertThat(tokens.find("secret-tokem")).isEmpty();
        assertThat(tokens.find(SHA256)).isEmpty();
        assertThat(tokens.find("")).isEmpty();
    }

    @Test
    void nothingConfiguredIsNothingOpen() {
        assertThat(new ApiTokens(Map::of).find("")).isEmpty();
    }

    @Test
    void aHashThatIsNoneStopsTheStartAndNamesItsKey() {
        assertThatThrownBy(() -> tokens("secret-token", Set.of("viewer")))
                .isInstanceOf(ConfigurationProblem.class)
                .hasMessageStartingWith("auditvisa.api.tokens.alice.sha256")
                .hasMessageNotContaining("secret-token");
    }

    @Test
    void anUnknownOrMissingRoleStopsTheStartAndNamesItsKey() {
        assertThatThrownBy(() -> tokens(SHA256, Set.of("viewer", "admin")))
                .isInstanceOf(ConfigurationProblem.class)
                .hasMessageStartingWith("auditvisa.api.tokens.alice.roles");
        assertThatThrownBy(() -> tokens(SHA256, Set.of()))
                .isInstanceOf(ConfigurationProblem.class)
                .hasMessageStartingWith("auditvisa.api.tokens.alice.roles");
    }

    private static ApiTokens tokens(String sha256, Set<String> roles) {
        ApiAccess.Token token = new ApiAccess.Token() {
            @Override
            public Optional<String> sha256() {
                return Optional.of(sha256);
            }

            @Override
            public Optional<Set<String>> roles() {
                return Optional.of(roles);
            }
        };
        return new ApiTokens(() -> Map.of("alice", token));
    }
}
