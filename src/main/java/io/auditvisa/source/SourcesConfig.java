package io.auditvisa.source;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The configured sources, {@code auditvisa.sources.<name>.…}. Values are read as text and judged by {@link SourceReader}, so
 * that a wrong one is named in one sentence.
 */
@ConfigMapping(prefix = "auditvisa.sources")
public interface SourcesConfig {

    /** Name → settings. */
    @WithParentName
    Map<String, SourceConfig> byName();

    /** The settings of one source. */
    interface SourceConfig {

        /** {@code stripe} or {@code standard}; required. */
        Optional<String> kind();

        /** The active signing secrets, separated by commas; required. All are tried, which allows rotation. */
        Optional<List<String>> secrets();

        /** Accepted distance between signed time and receipt, past and future; a duration like {@code 5m} or {@code 30s}. */
        @WithDefault("5m")
        String replayWindow();

        /** Event type or beginning with {@code *} → effects, separated by commas. */
        Map<String, Optional<List<String>>> rules();

        /** {@code true} or {@code false}: the one mode accepted. Unset accepts both. */
        Optional<String> livemode();

        /** Host patterns that a certificate may be issued for. Unset allows any. */
        Optional<List<String>> allowedTargets();

        /** {@code public} or {@code withheld}. */
        @WithDefault("public")
        String delivery();

        /** Requests per second that this source may send; more get 429. Unset: no limit. */
        Optional<String> rateLimit();
    }
}
