package io.auditvisa.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** AV-13.2: which key signs, which is retired, across rotations and replicas. */
class KeySetTest {

    @TempDir
    Path directory;

    private SigningKey older;
    private SigningKey newer;

    @BeforeEach
    void twoKeys() throws IOException {
        KeyFiles files = new KeyFiles(Files.createDirectory(directory.resolve("keys")));
        files.generate();
        files.generate();
        older = files.readAll().getFirst();
        newer = files.readAll().getLast();
    }

    @Test
    void theKeyThatWasMetLastSigns() {
        KeySet keys = KeySet.of(List.of(known(older, 1, null), known(newer, 2, null)), List.of(newer, older));

        assertThat(keys.active()).contains(newer);
        assertThat(keys.canSign(older.keyId())).isTrue();
        assertThat(keys.toRetire()).isEmpty();
    }

    @Test
    void aKeyTheTableDoesNotKnowDoesNotSign() {
        KeySet keys = KeySet.of(List.of(known(older, 1, null)), List.of(older, newer));

        assertThat(keys.active()).contains(older);
    }

    @Test
    void anOlderKeyWhoseFileIsGoneIsRetired() {
        KeySet keys = KeySet.of(List.of(known(older, 1, null), known(newer, 2, null)), List.of(newer));

        assertThat(keys.toRetire()).containsExactly(older.keyId());
        assertThat(keys.canSign(older.keyId())).isFalse();
    }

    @Test
    void aNewerKeyThatHasNotReachedThisReplicaIsLeftAlone() {
        KeySet keys = KeySet.of(List.of(known(older, 1, null), known(newer, 2, null)), List.of(older));

        assertThat(keys.active()).contains(older);
        assertThat(keys.toRetire()).isEmpty();
    }

    @Test
    void withoutAnyKeyNothingIsRetired() {
        KeySet keys = KeySet.of(List.of(known(older, 1, null)), List.of());

        assertThat(keys.active()).isEmpty();
        assertThat(keys.toRetire()).isEmpty();
    }

    @Test
    void aRetiredKeyWhoseFileIsBackIsActiveAgain() {
        KeySet keys = KeySet.of(List.of(known(older, 1, Instant.EPOCH), known(newer, 2, null)), List.of(older, newer));

        assertThat(keys.toReactivate()).containsExactly(older.keyId());
    }

    private static PublishedKey known(SigningKey key, long from, @Nullable Instant until) {
        return new PublishedKey(key.keyId(), key.publicKey(), Instant.ofEpochSecond(from), until);
    }
}
