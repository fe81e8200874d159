package io.auditvisa.recovery;

import io.auditvisa.event.EventKey;
import io.auditvisa.processing.SourceStates;
import io.auditvisa.recovery.StripeApi.UnavailableException;
import io.auditvisa.source.Source;
import io.auditvisa.source.SourceKind;
import io.auditvisa.source.Sources;
import io.quarkus.scheduler.Scheduled;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jboss.logging.Logger;

/** Fetches the snapshots that thin events name and that have not arrived, and processes them on their own keys (GO-2, GO-4). */
@ApplicationScoped
public class ThinEvents {

    private static final Logger LOG = Logger.getLogger(ThinEvents.class);
    private static final int BATCH = 50;

    // Stripe keeps events for 30 days
    private static final String WITHOUT_SNAPSHOT = """
            SELECT DISTINCT t.canonical_ref FROM event t
             WHERE t.source = ? AND t.status = 'duplicate_reused' AND t.canonical_ref IS NOT NULL
               AND t.created_at > clock_timestamp() - interval '30 days'
               AND NOT EXISTS (SELECT FROM event c WHERE c.ref = t.canonical_ref)
               AND t.canonical_ref <> ALL (?) ORDER BY 1 LIMIT ?""";

    private final StripeApi api;
    private final Sources sources;
    private final SourceStates states;
    private final MissedEvents missedEvents;
    private final DataSource dataSource;
    private final Set<String> outOfReach = ConcurrentHashMap.newKeySet();

    ThinEvents(StripeApi api, Sources sources, SourceStates states, MissedEvents missedEvents, DataSource dataSource) {
        this.api = api;
        this.sources = sources;
        this.states = states;
        this.missedEvents = missedEvents;
        this.dataSource = dataSource;
    }

    @Scheduled(
            every = "${auditvisa.recovery.every:30s}",
            identity = "thin-events",
            concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    @RunOnVirtualThread
    void tick() {
        if (!api.isOn()) {
            return;
        }
        for (Source source : sources.all()) {
            try {
                if (source.kind() == SourceKind.STRIPE && !states.isPaused(source.name())) {
                    fetch(source);
                }
            } catch (UnavailableException | SQLException | RuntimeException failed) {
                LOG.warnf("snapshots of thin events are fetched next time: %s", failed.getMessage());
            }
        }
    }

    /** What is out of reach is asked for once by each process, so that it never stands in the way of what is not. */
    private void fetch(Source source) throws SQLException, UnavailableException {
        for (String ref : withoutSnapshot(source.name())) {
            Optional<String> snapshot = api.event(eventId(source.name(), ref));
            MissedEvents.Fetched fetched =
                    snapshot.isPresent() ? missedEvents.process(source, snapshot.get()) : MissedEvents.Fetched.NOT_OURS;
            if (fetched == MissedEvents.Fetched.NOT_OURS) {
                outOfReach.add(ref);
                LOG.warnf("the snapshot %s of a thin event is not known to Stripe, or not ours", ref);
            } else if (fetched == MissedEvents.Fetched.NOT_NOW) {
                return;
            }
        }
    }

    /** The inverse of {@link EventKey#ref()} for a known source. */
    static String eventId(String source, String ref) {
        String longForm = "av_evt_" + source + "_";
        String id = ref.startsWith(longForm) ? ref.substring(longForm.length()) : ref.substring("av_".length());
        return new EventKey(source, id).ref().equals(ref) ? id : ref.substring("av_".length());
    }

    private List<String> withoutSnapshot(String source) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(WITHOUT_SNAPSHOT)) {
            query.setString(1, source);
            query.setArray(2, connection.createArrayOf("text", outOfReach.toArray()));
            query.setInt(3, BATCH);
            List<String> refs = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    refs.add(row.getString(1));
                }
            }
            return refs;
        }
    }
}
