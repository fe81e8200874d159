package io.auditvisa.recovery;

import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.OnFileThread;
import io.auditvisa.event.InvariantCheck;
import io.auditvisa.event.InvariantRule;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jboss.logging.Logger;

/**
 * Finds published folders that no event knows: left by a database restored from an older backup, or put there by somebody.
 * Nobody is served from them. They are reported, never deleted; they break no promise, so the rule names them and holds.
 */
@OnFileThread
@ApplicationScoped
public class StrayFolders implements InvariantRule {

    private static final Logger LOG = Logger.getLogger(StrayFolders.class);
    private static final int BATCH = 500;
    private static final int SHOWN = 100;
    // The second condition is that of the index uq_event_slug.
    private static final String KNOWN = "SELECT slug FROM event WHERE slug = ANY (?) AND effects LIKE '%certificate%'";

    private final DeliveryStorage storage;
    private final DataSource dataSource;
    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    StrayFolders(DeliveryStorage storage, DataSource dataSource) {
        this.storage = storage;
        this.dataSource = dataSource;
    }

    /** Names of all of them. A claim is committed before its folder is published, so a run at work is never among them. */
    public List<String> find() throws SQLException {
        List<String> strays = new ArrayList<>();
        try (Stream<String> published = storage.publishedSlugs()) {
            List<String> batch = new ArrayList<>(BATCH);
            for (Iterator<String> slugs = published.iterator(); slugs.hasNext(); ) {
                batch.add(slugs.next());
                if (batch.size() == BATCH || !slugs.hasNext()) {
                    strays.addAll(unknown(batch));
                    batch.clear();
                }
            }
        }
        return strays;
    }

    /** Logs each of them once per process. */
    void report() throws SQLException {
        for (String stray : find()) {
            if (reported.add(stray)) {
                LOG.warnf("delivery_unknown slug=%s: published, and no event knows it; it is left as it is", stray);
            }
        }
    }

    /** Asks on connections of its own: the report's snapshot may be older than a folder just published. */
    @Override
    public InvariantCheck check(Connection snapshot) throws SQLException {
        List<String> strays = find();
        return new InvariantCheck(
                "published_folders_without_event_reported",
                true,
                strays.size(),
                strays.stream().limit(SHOWN).toList());
    }

    private List<String> unknown(Collection<String> slugs) throws SQLException {
        List<String> unknown = new ArrayList<>(slugs);
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(KNOWN)) {
            query.setArray(1, connection.createArrayOf("text", slugs.toArray()));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    unknown.remove(row.getString(1));
                }
            }
        }
        return unknown;
    }
}
