package io.auditvisa.bench;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The floor: a plain JDBC client that leaves the rows and files of the service, with one commit per event and nothing else; no
 * request, no signature, no hash, no question asked.
 *
 * @param together one statement per event instead of one per row
 * @param plans by kind of event; kinds that differ in their ids only share one
 * @param folder where packages are written
 */
record Floor(String jdbcUrl, boolean together, Map<Boolean, FloorPlan> plans, Path folder, Book book)
        implements Target {

    @Override
    public String name() {
        return together ? "floor-cte" : "floor-statements";
    }

    @Override
    public Client connect() throws Exception {
        return new FloorClient(this);
    }

    @Override
    public OptionalLong process() {
        return OptionalLong.empty();
    }

    FloorPlan plan(EventKind kind) {
        FloorPlan plan = plans.get(kind.isCertificate());
        if (plan == null) {
            throw new IllegalStateException("no specimen of " + kind.source());
        }
        return plan;
    }
}
