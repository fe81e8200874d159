package io.auditvisa.certificate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The keys as one look at directory and table found them.
 *
 * @param published every key ever used, oldest first
 * @param files what the directory holds, by key id; only keys that the table knows are used
 */
record KeySet(List<PublishedKey> published, Map<String, SigningKey> files) {

    /** Nothing looked at yet. */
    static final KeySet EMPTY = new KeySet(List.of(), Map.of());

    static KeySet of(List<PublishedKey> published, List<SigningKey> files) {
        Map<String, SigningKey> byId = new LinkedHashMap<>();
        for (SigningKey file : files) {
            // the same key twice: as itself and as its retired copy; retired wins
            byId.merge(file.keyId(), file, (one, other) -> one.canSign() ? other : one);
        }
        return new KeySet(published, byId);
    }

    /** The key that signs new certificates: the newest that can. */
    Optional<SigningKey> active() {
        return published.reversed().stream()
                .map(PublishedKey::keyId)
                .filter(this::canSign)
                .findFirst()
                .map(files::get);
    }

    boolean canSign(String keyId) {
        SigningKey file = files.get(keyId);
        return file != null && file.canSign();
    }

    /**
     * Keys that stopped signing: by their file's word, or because the file is gone and a newer key signs. A key newer than
     * ours whose file is not here has perhaps not yet reached this replica: left alone.
     */
    List<String> toRetire() {
        List<String> found = new ArrayList<>();
        Set<String> superseded = superseded();
        for (PublishedKey key : published) {
            boolean saysSo = files.containsKey(key.keyId()) && !canSign(key.keyId());
            boolean gone = !files.containsKey(key.keyId()) && superseded.contains(key.keyId());
            if (key.validUntil() == null && (saysSo || gone)) {
                found.add(key.keyId());
            }
        }
        return found;
    }

    /** Keys recorded as retired whose private half is back. */
    List<String> toReactivate() {
        return published.stream()
                .filter(key -> key.validUntil() != null && canSign(key.keyId()))
                .map(PublishedKey::keyId)
                .toList();
    }

    private Set<String> superseded() {
        Optional<String> active = active().map(SigningKey::keyId);
        Set<String> older = new HashSet<>();
        for (PublishedKey key : published) {
            if (active.isEmpty() || active.get().equals(key.keyId())) {
                break;
            }
            older.add(key.keyId());
        }
        return older;
    }
}
