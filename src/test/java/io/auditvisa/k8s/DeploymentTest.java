package io.auditvisa.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pods are found, asked and reached where the application answers, and started and stopped in its time. */
class DeploymentTest {

    private static final String MANAGEMENT_PORT = PlatformSettings.read("quarkus.management.port");
    private static final String HTTP_PORT = PlatformSettings.read("quarkus.http.port");
    private static final Duration PROMISED_STOP = Duration.ofSeconds(30);
    private static final Duration PROMISED_START = Duration.ofSeconds(90);

    static Stream<Manifests> installations() {
        return Manifests.installations();
    }

    @ParameterizedTest
    @MethodSource("installations")
    void probesAskTheManagementPortForTheThreeHealthPages(Manifests manifests) {
        Container container = manifests.container();
        String health = PlatformSettings.read("quarkus.http.non-application-root-path", "/q") + "/"
                + PlatformSettings.read("quarkus.smallrye-health.root-path", "health");

        assertThat(PlatformSettings.read("quarkus.management.enabled")).isEqualTo("true");
        assertThat(portOf(container, container.getLivenessProbe())).isEqualTo(MANAGEMENT_PORT);
        assertThat(portOf(container, container.getReadinessProbe())).isEqualTo(MANAGEMENT_PORT);
        assertThat(portOf(container, container.getStartupProbe())).isEqualTo(MANAGEMENT_PORT);
        assertThat(pathOf(container.getLivenessProbe())).isEqualTo(health + "/live");
        assertThat(pathOf(container.getReadinessProbe())).isEqualTo(health + "/ready");
        assertThat(pathOf(container.getStartupProbe())).isEqualTo(health + "/started");
    }

    @ParameterizedTest
    @MethodSource("installations")
    void aFirstStartHasTheTimeThatIsPromisedForIt(Manifests manifests) {
        Probe probe = manifests.container().getStartupProbe();

        assertThat(Duration.ofSeconds((long) probe.getPeriodSeconds() * probe.getFailureThreshold()))
                .isGreaterThanOrEqualTo(PROMISED_START);
    }

    @ParameterizedTest
    @MethodSource("installations")
    void thePodIsNotKilledBeforeItsOrderlyStopHasEnded(Manifests manifests) {
        long beforeStop =
                manifests.container().getLifecycle().getPreStop().getSleep().getSeconds();

        assertThat(Duration.ofSeconds(manifests.pod().getTerminationGracePeriodSeconds()))
                .isGreaterThan(PROMISED_STOP.plusSeconds(beforeStop));
    }

    @ParameterizedTest
    @MethodSource("installations")
    void serviceDisruptionBudgetNetworkPolicyAndSpreadSelectThePods(Manifests manifests) {
        Deployment deployment = manifests.only(Deployment.class);
        Map<String, String> labels =
                deployment.getSpec().getTemplate().getMetadata().getLabels();
        PodDisruptionBudget budget = manifests.only(PodDisruptionBudget.class);

        List<Map<String, String>> selectors = Stream.concat(
                        Stream.of(
                                deployment.getSpec().getSelector().getMatchLabels(),
                                manifests.only(Service.class).getSpec().getSelector(),
                                budget.getSpec().getSelector().getMatchLabels(),
                                manifests
                                        .only(NetworkPolicy.class)
                                        .getSpec()
                                        .getPodSelector()
                                        .getMatchLabels()),
                        manifests.pod().getTopologySpreadConstraints().stream()
                                .map(spread -> spread.getLabelSelector().getMatchLabels()))
                .toList();

        assertThat(selectors)
                .hasSizeGreaterThan(4)
                .allSatisfy(selector ->
                        assertThat(labels).containsAllEntriesOf(selector).isNotEmpty());
        assertThat(budget.getSpec().getMaxUnavailable().getIntVal()).isEqualTo(1);
        assertThat(budget.getSpec().getMinAvailable()).isNull();
    }

    @ParameterizedTest
    @MethodSource("installations")
    void theServiceRoutesToTheHttpPortAndNeverToTheManagementPort(Manifests manifests) {
        Container container = manifests.container();

        assertThat(manifests.only(Service.class).getSpec().getPorts())
                .singleElement()
                .satisfies(port -> assertThat(
                                portNamed(container, port.getTargetPort().getStrVal()))
                        .isEqualTo(HTTP_PORT));
    }

    @ParameterizedTest
    @MethodSource("installations")
    void theNetworkPolicyOpensHttpToAllAndMetricsToMonitoringAlone(Manifests manifests) {
        NetworkPolicy policy = manifests.only(NetworkPolicy.class);

        assertThat(policy.getSpec().getPolicyTypes()).containsExactlyInAnyOrder("Ingress", "Egress");
        assertThat(policy.getSpec().getIngress()).hasSize(2).allSatisfy(rule -> {
            assertThat(rule.getPorts()).hasSize(1);
            boolean isHttp = numberOf(rule.getPorts().getFirst()).equals(HTTP_PORT);
            assertThat(numberOf(rule.getPorts().getFirst())).isEqualTo(isHttp ? HTTP_PORT : MANAGEMENT_PORT);
            assertThat(rule.getFrom().isEmpty()).isEqualTo(isHttp);
        });
        assertThat(policy.getSpec().getEgress().stream()
                        .flatMap(rule -> rule.getPorts().stream())
                        .map(port -> port.getProtocol() + "/" + numberOf(port)))
                .containsExactlyInAnyOrder("UDP/53", "TCP/53", "TCP/5432", "TCP/443");
    }

    private static String portOf(Container container, Probe probe) {
        return portNamed(container, probe.getHttpGet().getPort().getStrVal());
    }

    private static String pathOf(Probe probe) {
        return probe.getHttpGet().getPath();
    }

    private static String portNamed(Container container, String name) {
        return container.getPorts().stream()
                .filter(port -> port.getName().equals(name))
                .map(ContainerPort::getContainerPort)
                .map(String::valueOf)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no port " + name));
    }

    private static String numberOf(NetworkPolicyPort port) {
        return String.valueOf(port.getPort().getIntVal());
    }
}
