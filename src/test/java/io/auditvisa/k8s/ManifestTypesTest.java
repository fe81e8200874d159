package io.auditvisa.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests are valid objects of the API: every field exists, has its type, and none that must be there is missing. */
class ManifestTypesTest {

    private static final Map<String, List<String>> REQUIRED = Map.of(
            "Deployment",
                    List.of(
                            "/spec/selector/matchLabels",
                            "/spec/template/metadata/labels",
                            "/spec/template/spec/containers/*/name",
                            "/spec/template/spec/containers/*/image",
                            "/spec/template/spec/containers/*/ports/*/containerPort",
                            "/spec/template/spec/containers/*/env/*/name",
                            "/spec/template/spec/containers/*/env/*/valueFrom/secretKeyRef/key",
                            "/spec/template/spec/containers/*/volumeMounts/*/name",
                            "/spec/template/spec/containers/*/volumeMounts/*/mountPath",
                            "/spec/template/spec/containers/*/startupProbe/httpGet/port",
                            "/spec/template/spec/containers/*/livenessProbe/httpGet/port",
                            "/spec/template/spec/containers/*/readinessProbe/httpGet/port",
                            "/spec/template/spec/securityContext/seccompProfile/type",
                            "/spec/template/spec/topologySpreadConstraints/*/maxSkew",
                            "/spec/template/spec/topologySpreadConstraints/*/topologyKey",
                            "/spec/template/spec/topologySpreadConstraints/*/whenUnsatisfiable",
                            "/spec/template/spec/volumes/*/name"),
            "Service", List.of("/spec/selector", "/spec/ports/*/port"),
            "PersistentVolumeClaim", List.of("/spec/accessModes/*", "/spec/resources/requests/storage"),
            "PodDisruptionBudget", List.of("/spec/selector/matchLabels", "/spec/maxUnavailable"),
            "NetworkPolicy",
                    List.of("/spec/podSelector/matchLabels", "/spec/policyTypes/*", "/spec/egress/*/ports/*/port"),
            "ConfigMap", List.of("/data"),
            "Secret", List.of("/type", "/stringData"),
            "ServiceAccount", List.of("/automountServiceAccountToken"));

    static Stream<Manifests> everything() {
        return Stream.concat(Manifests.installations(), Stream.of(Manifests.exampleSecrets()));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void everyFieldIsKnownToTheApi(Manifests manifests) {
        assertThat(manifests.typed())
                .isNotEmpty()
                .allSatisfy(object -> assertThat(UnknownFields.in(object)).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("everything")
    void everyValueHasTheTypeOfItsField(Manifests manifests) {
        for (int i = 0; i < manifests.typed().size(); i++) {
            HasMetadata typed = manifests.typed().get(i);

            JsonNode reread = Manifests.SERIALIZATION.unmarshal(Manifests.SERIALIZATION.asJson(typed), JsonNode.class);

            assertThat(differences("", manifests.written().get(i), reread)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("everything")
    void noFieldThatMustBeThereIsMissing(Manifests manifests) {
        assertThat(manifests.written()).allSatisfy(object -> {
            String kind = object.path("kind").asText();
            assertThat(object.path("apiVersion").asText()).isNotBlank();
            assertThat(object.at("/metadata/name").asText()).isNotBlank();
            assertThat(REQUIRED).containsKey(kind);
            assertThat(REQUIRED.get(kind))
                    .allSatisfy(path -> assertThat(missing(object, path))
                            .as(kind + " " + path)
                            .isFalse());
        });
    }

    @Test
    void aMisspeltFieldAndAWrongTypeWouldBeFound() {
        Manifests broken = Manifests.of("broken", List.of("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: broken}
                spec:
                  replicas: "1"
                  template:
                    spec:
                      containers:
                        - name: broken
                          securityContext: {readOnlyRootFileSystem: true}
                """));

        JsonNode reread = Manifests.SERIALIZATION.unmarshal(
                Manifests.SERIALIZATION.asJson(broken.typed().getFirst()), JsonNode.class);

        assertThat(UnknownFields.in(broken.typed().getFirst()))
                .singleElement()
                .asString()
                .endsWith("SecurityContext.readOnlyRootFileSystem");
        assertThat(differences("", broken.written().getFirst(), reread))
                .anySatisfy(difference -> assertThat(difference).startsWith("/spec/replicas"));
        assertThat(missing(broken.written().getFirst(), "/spec/selector/matchLabels"))
                .isTrue();
    }

    /** Whatever is written must come back from the typed model as it was, with its type. */
    private static List<String> differences(String path, JsonNode written, JsonNode reread) {
        List<String> found = new ArrayList<>();
        if (written.isObject() && reread.isObject()) {
            written.fieldNames()
                    .forEachRemaining(name ->
                            found.addAll(differences(path + "/" + name, written.path(name), reread.path(name))));
        } else if (written.isArray() && reread.size() == written.size()) {
            for (int i = 0; i < written.size(); i++) {
                found.addAll(differences(path + "/" + i, written.path(i), reread.path(i)));
            }
        } else if (!written.equals(reread)) {
            found.add(path + ": " + written + " is read as " + reread);
        }
        return found;
    }

    /** {@code *} stands for every item of a list, which must have at least one. */
    private static boolean missing(JsonNode node, String path) {
        int star = path.indexOf("/*");
        if (star < 0) {
            JsonNode value = node.at(path);
            return value.isMissingNode() || value.isNull() || (value.isContainerNode() && value.isEmpty());
        }
        JsonNode items = node.at(path.substring(0, star));
        boolean missing = items.isEmpty();
        for (JsonNode item : items) {
            missing |= missing(item, path.substring(star + "/*".length()));
        }
        return missing;
    }
}
