package io.auditvisa.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the manifests set is what the application reads: a misspelt key would stop every pod at its start. */
class ManifestSettingsTest {

    static Stream<Manifests> installations() {
        return Manifests.installations();
    }

    @ParameterizedTest
    @MethodSource("installations")
    void everyVariableAndPropertyIsASettingOfTheApplication(Manifests manifests) throws IOException {
        TreeSet<String> variables = new TreeSet<>(manifests.plainEnvironment().keySet());
        manifests.container().getEnv().stream().map(EnvVar::getName).forEach(variables::add);
        variables.addAll(secretVariables().keySet());
        variables.addAll(Dockerfile.read().image().environment().keySet());

        assertThat(variables).hasSizeGreaterThan(5).allMatch(KnownSettings::knowsVariable);
        assertThat(properties(manifests).keySet()).allMatch(KnownSettings::knowsProperty);
    }

    @Test
    void misspeltSettingsWouldBeFound() {
        assertThat(KnownSettings.knowsVariable("AUDITVISA_BASEURL")).isFalse();
        assertThat(KnownSettings.knowsVariable("AUDITVISA_SOURCES_STRIPE_SECRET"))
                .isFalse();
        assertThat(KnownSettings.knowsProperty("auditvisa.sources.stripe.rules.checkout.session.completed"))
                .isFalse();
        assertThat(KnownSettings.knowsProperty("auditvisa.sources.stripe.rules.\"checkout.session.completed\""))
                .isTrue();
    }

    @Test
    void theExampleSecretsFitTheSourcesAndTokensOfTheExample() {
        Manifests.installations()
                .filter(manifests -> manifests.name().contains("overlays/"))
                .forEach(manifests -> {
                    Map<String, String> properties = properties(manifests);
                    SmallRyeConfig config = config(properties, manifests.plainEnvironment());

                    assertThat(names(properties, "auditvisa.sources.", ".kind"))
                            .isNotEmpty()
                            .allSatisfy(source -> assertThat(
                                            config.getRawValue("auditvisa.sources." + source + ".secrets"))
                                    .isEqualTo("value of AUDITVISA_SOURCES_" + source.toUpperCase() + "_SECRETS"));
                    assertThat(names(properties, "auditvisa.api.tokens.", ".roles"))
                            .isNotEmpty()
                            .allSatisfy(token -> assertThat(
                                            config.getRawValue("auditvisa.api.tokens." + token + ".sha256"))
                                    .isEqualTo("value of AUDITVISA_API_TOKENS_" + token.toUpperCase() + "_SHA256"));
                    assertThat(config.getRawValue("auditvisa.crm.secret")).isNotNull();
                    assertThat(config.getRawValue("auditvisa.crm.url")).startsWith("https://");
                    assertThat(config.getRawValue("auditvisa.base-url")).startsWith("https://");
                });
    }

    @ParameterizedTest
    @MethodSource("installations")
    void theDatabaseIsReadFromTheThreeVariables(Manifests manifests) {
        Map<String, String> variables = new HashMap<>();
        manifests
                .container()
                .getEnv()
                .forEach(variable -> variables.put(
                        variable.getName(),
                        variable.getValueFrom().getSecretKeyRef().getKey()));

        SmallRyeConfig config = config(Map.of(), variables);

        assertThat(config.getRawValue("quarkus.datasource.jdbc.url")).isEqualTo("jdbc-url");
        assertThat(config.getRawValue("quarkus.datasource.username")).isEqualTo("username");
        assertThat(config.getRawValue("quarkus.datasource.password")).isEqualTo("password");
    }

    @Test
    void noSecretIsWrittenDown() {
        assertThat(Manifests.exampleSecrets().written())
                .hasSize(3)
                .allSatisfy(secret -> assertThat(secret.get("stringData"))
                        .isNotEmpty()
                        .allSatisfy(value -> assertThat(value.asText()).isEmpty()));
        assertThat(Manifests.installations().flatMap(manifests -> manifests.written().stream()))
                .noneMatch(object -> object.path("kind").asText().equals("Secret"));
    }

    private static SmallRyeConfig config(Map<String, String> properties, Map<String, String> variables) {
        Map<String, String> environment = new HashMap<>(variables);
        secretVariables().keySet().forEach(name -> environment.put(name, "value of " + name));
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(properties, "file", 260), new EnvConfigSource(environment, 300))
                .build();
    }

    private static Map<String, String> secretVariables() {
        return Manifests.exampleSecrets().secret("auditvisa-secrets").getStringData();
    }

    private static Map<String, String> properties(Manifests manifests) {
        Properties read = new Properties();
        try {
            read.load(new StringReader(manifests.properties()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Map<String, String> properties = new TreeMap<>();
        read.forEach((key, value) -> properties.put((String) key, (String) value));
        return properties;
    }

    private static List<String> names(Map<String, String> properties, String prefix, String suffix) {
        return properties.keySet().stream()
                .filter(key -> key.startsWith(prefix) && key.endsWith(suffix))
                .map(key -> key.substring(prefix.length(), key.length() - suffix.length()))
                .toList();
    }
}
