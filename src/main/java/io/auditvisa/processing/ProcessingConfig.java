package io.auditvisa.processing;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.time.Duration;

/** Settings of the processing of events. */
@ConfigMapping(prefix = "auditvisa")
public interface ProcessingConfig {

    /** Prefix of the URLs in results and notifications; pinned by the claim. */
    @WithDefault("http://localhost:8080")
    String baseUrl();

    /** How long a repeat waits for a running first processing before it is answered 202 (AV-5.6). */
    @WithDefault("2s")
    Duration duplicateWait();

    /** When an unfinished event is taken over. */
    Recovery recovery();

    /** Settings of recovery that processing needs. */
    interface Recovery {

        /** Period of the sweeper. */
        @WithDefault("30s")
        Duration every();

        /** Age before an unfinished event is taken over; every time limit of a run is a part of it. */
        @WithDefault("30s")
        Duration grace();

        /** Technical failures before a person must look. */
        @WithName("max-attempts")
        @WithDefault("10")
        int maxAttempts();
    }
}
