package io.auditvisa.inbox;

import io.auditvisa.event.InvariantRule;
import io.auditvisa.event.SqlRule;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** What holds over all inbox lines at any time (GO-7). */
class InboxInvariants {

    private static final String DOUBLE_LINES = """
            SELECT 'inbox line ' || id || ': ' || source || ' ' || %1$s FROM (
                SELECT l.*, row_number() OVER (PARTITION BY l.source, l.%1$s ORDER BY l.id) AS n FROM inbox_line l) d
             WHERE n > 1 ORDER BY id""";

    private static final String TORN_THREADS = """
            SELECT 'inbox line ' || id FROM inbox_line
             WHERE thread <> inbox_thread(account, CASE direction WHEN 'MO' THEN party_from ELSE party_to END)
               AND party_from <> '' AND party_to <> '' ORDER BY id""";

    @Produces
    @Singleton
    InvariantRule onePerKey() {
        return new SqlRule("one_inbox_line_per_key", DOUBLE_LINES.formatted("inbox_key"));
    }

    @Produces
    @Singleton
    InvariantRule onePerEvent() {
        return new SqlRule("one_inbox_line_per_event", DOUBLE_LINES.formatted("event_id"));
    }

    @Produces
    @Singleton
    InvariantRule oneThreadPerCounterpart() {
        return new SqlRule("one_thread_per_account_and_counterpart", TORN_THREADS);
    }
}
