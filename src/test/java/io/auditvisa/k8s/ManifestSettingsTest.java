package io.auditvisa.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.auditvisa.access.ApiAccess;
import io.auditvisa.config.ConfigurationProblem;
import io.auditvisa.config.Settings;
import io.auditvisa.source.SourcesConfig;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the manifests set is what the application reads, judged by its own check: a misspelt key stops every pod. */
class ManifestSettingsTest {

    static Stream<Manifests> installations() {
        return Manifests.installations();
    }

    static Stream<Manifests> overlays() {
        return installations().filter(manifests -> manifests.name().contains("overlays/"));
    }

    @ParameterizedTest
    @MethodSource("installations")
    void theApplicationAcceptsEveryVariableAndProperty(Manifests manifests) throws IOException {
        Map<String, String> variables = variables(manifests);

        Settings.check(config(manifests.properties(), variables));

        assertThat(variables).containsKeys("AUDITVISA_DATA_DIR", "AUDITVISA_SOURCES_STRIPE_SECRETS");
        assertThat(variables.keySet()).allMatch(name -> name.startsWith("AUDITVISA_") || name.startsWith("QUARKUS_"));
    }

    @Test
    void theApplicationIgnoresTheServiceLinksOfAServiceOfItsName() throws IOException {
        Map<String, String> variables = variables(Manifests.base());
        variables.put("AUDITVISA_PORT", "tcp://10.0.0.1:80");
        variables.put("AUDITVISA_SERVICE_HOST", "10.0.0.1");

        Settings.check(config("", variables));
    }

    @ParameterizedTest
    @ValueSource(strings = {"AUDITVISA_BASE_URL", "AUDITVISA_DUPLICATE_WAIT"})
    void theApplicationRefusesAVariableWithAValueItCannotUse(String variable) throws IOException {
        Map<String, String> variables = variables(Manifests.base());
        variables.put(variable, "soon");

        assertThatThrownBy(() -> Settings.check(config("", variables)))
                .isInstanceOf(ConfigurationProblem.class)
                .hasMessageContaining("auditvisa.");
    }

    @Test
    void theApplicationRefusesAMisspeltVariableOrProperty() throws IOException {
        Manifests manifests = Manifests.base();
        Map<String, String> variables = variables(manifests);
        variables.put("AUDITVISA_BASEURL", "https://certificates.example.com");

        assertThatThrownBy(() -> config("", variables)).isInstanceOf(ConfigurationProblem.class);
        assertThatThrownBy(() ->
                        Settings.check(config("auditvisa.sources.stripe.rule.\"*\"=certificate", variables(manifests))))
                .isInstanceOf(ConfigurationProblem.class);
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void theExampleSecretsFitTheSourcesAndTokensOfTheExample(Manifests manifests) throws IOException {
        SmallRyeConfig config = config(manifests.properties(), variables(manifests));

        assertThat(config.getConfigMapping(SourcesConfig.class).byName())
                .containsOnlyKeys("stripe", "messaging")
                .allSatisfy((name, source) -> {
                    assertThat(source.kind()).isPresent();
                    assertThat(source.secrets()).isPresent();
                    assertThat(source.rules()).isNotEmpty();
                });
        assertThat(config.getConfigMapping(ApiAccess.class).tokens())
                .containsOnlyKeys("ops", "finance")
                .allSatisfy((name, token) -> {
                    assertThat(token.sha256()).isPresent();
                    assertThat(token.roles()).isPresent();
                });
        assertThat(config.getRawValue("auditvisa.crm.secret")).isNotNull();
        assertThat(config.getRawValue("auditvisa.crm.url")).startsWith("https://");
        assertThat(config.getRawValue("auditvisa.base-url")).startsWith("https://");
    }

    @ParameterizedTest
    @MethodSource("installations")
    void thePlatformIsConfiguredByTheFiveVariablesItKnows(Manifests manifests) throws IOException {
        Map<String, String> variables = variables(manifests);

        SmallRyeConfig config = config("", variables);

        assertThat(config.getRawValue("quarkus.datasource.jdbc.url")).isEqualTo("key jdbc-url");
        assertThat(config.getRawValue("quarkus.datasource.username")).isEqualTo("key username");
        assertThat(config.getRawValue("quarkus.datasource.password")).isEqualTo("key password");
        assertThat(config.getRawValue("quarkus.http.host")).isEqualTo("0.0.0.0");
        assertThat(config.getRawValue("quarkus.management.host")).isEqualTo("0.0.0.0");
        assertThat(variables.keySet())
                .filteredOn(name -> name.startsWith("QUARKUS_"))
                .hasSize(5);
    }

    @Test
    void noSecretIsWrittenDown() {
        assertThat(Manifests.exampleSecrets().written())
                .hasSize(3)
                .allSatisfy(secret -> assertThat(secret.get("stringData"))
                        .isNotEmpty()
                        .allSatisfy(value -> assertThat(value.asText()).isEmpty()));
        assertThat(installations().flatMap(manifests -> manifests.written().stream()))
                .noneMatch(object -> object.path("kind").asText().equals("Secret"));
    }

    /** All that a container sees, with values in place of the secrets. */
    private static Map<String, String> variables(Manifests manifests) throws IOException {
        Map<String, String> variables = new HashMap<>(Dockerfile.read().image().environment());
        variables.putAll(manifests.plainEnvironment());
        for (EnvVar variable : manifests.container().getEnv()) {
            variables.put(
                    variable.getName(),
                    "key " + variable.getValueFrom().getSecretKeyRef().getKey());
        }
        Manifests.exampleSecrets()
                .secret("auditvisa-secrets")
                .getStringData()
                .keySet()
                .forEach(name -> variables.put(name, name.endsWith("_SHA256") ? "0".repeat(64) : "value of " + name));
        return variables;
    }

    /** Read as the application reads it, see AuditVisaMain. */
    private static SmallRyeConfig config(String properties, Map<String, String> variables) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder()
                .withSources(
                        new PropertiesConfigSource(parsed(properties), "config/application.properties", 260),
                        new EnvConfigSource(variables, 300));
        Map<String, String> named = Settings.fromEnvironment(builder.build());
        return builder.withSources(new PropertiesConfigSource(named, "system properties", 400))
                .withMapping(SourcesConfig.class)
                .withMapping(ApiAccess.class)
                .withValidateUnknown(false)
                .build();
    }

    private static Map<String, String> parsed(String properties) {
        Properties read = new Properties();
        try {
            read.load(new StringReader(properties));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Map<String, String> parsed = new HashMap<>();
        read.forEach((key, value) -> parsed.put((String) key, (String) value));
        return parsed;
    }
}
