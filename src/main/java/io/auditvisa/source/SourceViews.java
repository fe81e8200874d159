package io.auditvisa.source;

import io.auditvisa.processing.SourceStates;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Puts together what operators see of a source: its settings, its state, and its traffic on this replica and on the others. */
@ApplicationScoped
class SourceViews {

    // bounded: a source that has been silent for that long has not accepted anything lately
    private static final String LAST_ARRIVAL = """
            SELECT max(a.arrived_at) FROM (SELECT event, arrived_at FROM arrival ORDER BY arrived_at DESC LIMIT 2000) a
              JOIN event e ON e.id = a.event WHERE e.source = ?""";

    private static final String LAST_REJECTION = """
            SELECT max(received_at)
              FROM (SELECT source, received_at FROM rejection ORDER BY received_at DESC LIMIT 2000) r WHERE source = ?""";

    private final SourceStates states;
    private final RejectionCounts counts;
    private final DataSource dataSource;

    SourceViews(SourceStates states, RejectionCounts counts, DataSource dataSource) {
        this.states = states;
        this.counts = counts;
        this.dataSource = dataSource;
    }

    SourceView of(Source source) {
        String name = source.name();
        return new SourceView(
                name,
                source.kind().wireName(),
                states.isPaused(name) ? "paused" : "active",
                source.gate().replayWindow().toString(),
                source.secretFingerprints(),
                source.policy().rules().describe(),
                latest(counts.lastAcceptedAt(name), stored(LAST_ARRIVAL, name)),
                latest(counts.lastRejectedAt(name), stored(LAST_REJECTION, name)),
                counts.of(name));
    }

    private static @Nullable Instant latest(Optional<Instant> here, Optional<Instant> stored) {
        return Stream.of(here, stored)
                .flatMap(Optional::stream)
                .max(Instant::compareTo)
                .orElse(null);
    }

    private Optional<Instant> stored(String sql, String source) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, source);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return Optional.ofNullable(row.getObject(1, OffsetDateTime.class))
                        .map(OffsetDateTime::toInstant);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException("the traffic of " + source + " could not be read", failure);
        }
    }
}
