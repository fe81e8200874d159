package io.auditvisa.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A pod is the user of the image, writes only where he must, and finds every volume, key and value it names. */
class PodTest {

    static Stream<Manifests> installations() {
        return Manifests.installations();
    }

    @ParameterizedTest
    @MethodSource("installations")
    void theUserIsTheOneOfTheImageAndHasNoPrivileges(Manifests manifests) throws IOException {
        PodSpec pod = manifests.pod();
        Container container = manifests.container();

        assertThat(pod.getContainers()).hasSize(1);
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getRunAsUser())
                .hasToString(Dockerfile.read().image().last("USER"));
        assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getSecurityContext().getCapabilities().getAdd()).isEmpty();
        assertThat(container.getSecurityContext().getPrivileged()).isNull();
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getServiceAccountName())
                .isEqualTo(manifests.only(ServiceAccount.class).getMetadata().getName());
        assertThat(pod.getEnableServiceLinks()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("installations")
    void theUserCanWriteOnlyToTheDataFolderAndTheTemporaryFolder(Manifests manifests) throws IOException {
        Dockerfile.Stage image = Dockerfile.read().image();
        String dataFolder = image.environment().get("AUDITVISA_DATA_DIR");

        assertThat(manifests.container().getSecurityContext().getReadOnlyRootFilesystem())
                .isTrue();
        assertThat(manifests.container().getVolumeMounts().stream()
                        .filter(mount -> !Boolean.TRUE.equals(mount.getReadOnly()))
                        .map(VolumeMount::getMountPath))
                .containsExactlyInAnyOrder(dataFolder, "/tmp");
        assertThat(manifests.plainEnvironment()).containsEntry("AUDITVISA_DATA_DIR", dataFolder);
        assertThat(image.last("VOLUME")).isEqualTo(dataFolder);
    }

    @ParameterizedTest
    @MethodSource("installations")
    void everyMountHasItsVolumeAndEveryVolumeItsSource(Manifests manifests) throws IOException {
        List<Volume> volumes = manifests.pod().getVolumes();
        List<VolumeMount> mounts = manifests.container().getVolumeMounts();

        assertThat(mounts.stream().map(VolumeMount::getName))
                .containsExactlyInAnyOrderElementsOf(
                        volumes.stream().map(Volume::getName).toList());
        assertThat(mountPath(manifests, volume(manifests, "properties")))
                .isEqualTo(Dockerfile.read().image().last("WORKDIR") + "/config");
        assertThat(mountPath(manifests, volume(manifests, "signing-keys")))
                .isEqualTo(manifests.plainEnvironment().get("AUDITVISA_SIGNING_KEYS_DIR"));
        assertThat(volume(manifests, "data").getPersistentVolumeClaim().getClaimName())
                .isEqualTo(manifests
                        .only(PersistentVolumeClaim.class)
                        .getMetadata()
                        .getName());
        assertThat(volume(manifests, "signing-keys").getSecret().getDefaultMode())
                .isEqualTo(0440);
    }

    @ParameterizedTest
    @MethodSource("installations")
    void everyConfigMapAndSecretKeyThatIsReferredToExists(Manifests manifests) {
        Manifests secrets = Manifests.exampleSecrets();
        Container container = manifests.container();

        container.getEnv().stream()
                .map(variable -> variable.getValueFrom())
                .map(EnvVarSource::getSecretKeyRef)
                .forEach(reference -> assertThat(
                                secrets.secret(reference.getName()).getStringData())
                        .containsKey(reference.getKey()));
        container.getEnvFrom().stream()
                .filter(from -> from.getSecretRef() != null)
                .forEach(from -> assertThat(
                                secrets.secret(from.getSecretRef().getName()).getStringData())
                        .isNotEmpty());
        assertThat(manifests.plainEnvironment()).isNotEmpty();
        Volume properties = volume(manifests, "properties");
        assertThat(properties.getConfigMap().getItems())
                .isNotEmpty()
                .allSatisfy(item -> assertThat(manifests
                                .configMap(properties.getConfigMap().getName())
                                .getData())
                        .containsKey(item.getKey()));
        assertThat(secrets.secret(volume(manifests, "signing-keys").getSecret().getSecretName())
                        .getStringData())
                .isNotEmpty()
                .allSatisfy((file, content) -> assertThat(file).endsWith(".pem"));
    }

    @ParameterizedTest
    @MethodSource("installations")
    void severalReplicasNeedASharedVolumeAndOneWithItsOwnIsReplacedNotRolled(Manifests manifests) {
        Deployment deployment = manifests.only(Deployment.class);
        List<String> access =
                manifests.only(PersistentVolumeClaim.class).getSpec().getAccessModes();
        boolean isShared = access.contains("ReadWriteMany");

        assertThat(deployment.getSpec().getReplicas() > 1).isEqualTo(isShared);
        assertThat(deployment.getSpec().getStrategy().getType()).isEqualTo(isShared ? "RollingUpdate" : "Recreate");
        assertThat(deployment.getSpec().getStrategy().getRollingUpdate() != null)
                .isEqualTo(isShared);
    }

    @ParameterizedTest
    @MethodSource("installations")
    void memoryIsLimitedAndTheImageHasAVersion(Manifests manifests) {
        Container container = manifests.container();

        assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
        assertThat(container.getResources().getLimits()).containsKey("memory");
        assertThat(container.getImage()).matches(".+:\\d+\\.\\d+\\.\\d+");
    }

    private static Volume volume(Manifests manifests, String name) {
        return manifests.pod().getVolumes().stream()
                .filter(volume -> volume.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no volume " + name));
    }

    private static String mountPath(Manifests manifests, Volume volume) {
        return manifests.container().getVolumeMounts().stream()
                .filter(mount -> mount.getName().equals(volume.getName()))
                .map(VolumeMount::getMountPath)
                .findFirst()
                .orElseThrow();
    }
}
