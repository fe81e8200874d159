package io.auditvisa.certificate;

import io.auditvisa.config.ConfigurationProblem;
import io.auditvisa.health.Schema;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.quarkus.scheduler.Scheduled;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * The keys that sign (AV-13.2). Of the private keys in the directory the newest signs: the one that the service met last;
 * of several met at once the one with the latest file time, and in a mounted secret the one whose name sorts last. An
 * older one whose file is still there finishes runs that were claimed with it. The directory is looked at every ten
 * seconds, so a rotation needs no restart; answers come from memory and never touch database or disk.
 */
@ApplicationScoped
public class SigningKeys {

    private static final Logger LOG = Logger.getLogger(SigningKeys.class);

    private final KeyFiles files;
    private final KeyRegister register;
    private final boolean mayGenerate;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile KeySet keys = KeySet.EMPTY;

    /**
     * Config keys {@code auditvisa.signing.keys-dir} (default {@code <data-dir>/keys}) and
     * {@code io.auditvisa.postgres.url}, which the launcher sets when it started PostgreSQL itself: then, and in the profiles
     * dev and test, a missing key is generated; elsewhere it stops the start.
     */
    @Inject
    public SigningKeys(
            KeyRegister register,
            @ConfigProperty(name = "auditvisa.data-dir", defaultValue = "data") Path dataDir,
            @ConfigProperty(name = "auditvisa.signing.keys-dir") Optional<Path> keysDir,
            @ConfigProperty(name = "io.auditvisa.postgres.url") Optional<String> embeddedDatabase) {
        this.register = register;
        this.files = new KeyFiles(keysDir.orElse(dataDir.resolve("keys")).toAbsolutePath());
        this.mayGenerate = embeddedDatabase.isPresent()
                || ConfigUtils.isProfileActive("dev")
                || ConfigUtils.isProfileActive("test");
    }

    /** Before the database and everybody else: what cannot sign does not begin to work. */
    void start(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE - 1) StartupEvent event) {
        try {
            if (readOrGenerate().stream().noneMatch(SigningKey::canSign)) {
                throw new ConfigurationProblem("auditvisa.signing.keys-dir: no Ed25519 private key in "
                        + files.directory() + "; make one with: openssl genpkey -algorithm ed25519 -out "
                        + files.directory() + "/key.pem");
            }
        } catch (IOException unreadable) {
            throw unusable();
        }
    }

    /** Before anybody is served: a key signs once the table knows it. */
    void record(@Observes Schema.Migrated event) {
        try {
            look();
        } catch (IOException unreadable) {
            throw unusable();
        } catch (SQLException failure) {
            throw new IllegalStateException("could not record the signing keys", failure);
        }
    }

    private ConfigurationProblem unusable() {
        return new ConfigurationProblem("auditvisa.signing.keys-dir: cannot read or write " + files.directory());
    }

    private List<SigningKey> readOrGenerate() throws IOException {
        List<SigningKey> found = files.readAll();
        if (mayGenerate && found.stream().noneMatch(SigningKey::canSign)) {
            files.generate();
            found = files.readAll();
        }
        return found;
    }

    /** Looks again at directory and table; trouble leaves everything as it was. */
    @Scheduled(
            identity = "signing-keys",
            every = "10s",
            delayed = "10s",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    public void refresh() {
        try {
            look();
        } catch (IOException | SQLException | ConfigurationProblem trouble) {
            LOG.warnf("signing keys not refreshed: %s", trouble.getMessage());
        }
    }

    private void look() throws IOException, SQLException {
        looking.lock();
        try {
            List<SigningKey> found = readOrGenerate();
            // a key is recorded before it can sign: every delivery row refers to it
            KeySet next = KeySet.of(
                    register.record(found.stream().map(SigningKey::publicKey).toList()), found);
            List<String> toRetire = next.toRetire();
            List<String> toReactivate = next.toReactivate();
            if (!toRetire.isEmpty() || !toReactivate.isEmpty()) {
                next = KeySet.of(register.change(toRetire, toReactivate), found);
            }
            announce(keys.active(), next.active());
            keys = next;
        } finally {
            looking.unlock();
        }
    }

    private static void announce(Optional<SigningKey> before, Optional<SigningKey> now) {
        if (!before.map(SigningKey::keyId).equals(now.map(SigningKey::keyId))) {
            LOG.infof(
                    "certificates are signed with key %s",
                    now.map(SigningKey::toString).orElse("none"));
        }
    }

    /** The key that new certificates are signed with; empty when the last private key was taken away. */
    public Optional<String> activeKeyId() {
        return keys.active().map(SigningKey::keyId);
    }

    /** Whether this replica holds the private key. */
    public boolean canSign(String keyId) {
        return keys.canSign(keyId);
    }

    /** The public half of a key that signs or once signed. */
    public Optional<PublicKey> publicKey(String keyId) {
        return published().stream()
                .filter(key -> key.keyId().equals(keyId))
                .findFirst()
                .map(PublishedKey::key);
    }

    /** Every key ever used, oldest first. */
    public List<PublishedKey> published() {
        return keys.published();
    }

    /** Whether the active key signs and its signatures verify. */
    public boolean isUsable() {
        return keys.active().filter(SigningKey::isUsable).isPresent();
    }

    /** An Ed25519 signature; empty when this replica cannot sign with that key. */
    Optional<byte[]> sign(String keyId, byte[] message) {
        return canSign(keyId)
                ? Optional.ofNullable(keys.files().get(keyId)).flatMap(key -> key.sign(message))
                : Optional.empty();
    }
}
