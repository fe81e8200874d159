package io.auditvisa.audit;

import io.auditvisa.event.EventRecords;
import io.auditvisa.event.EventRow;
import io.auditvisa.event.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Puts together what is known about one event, and judges it. */
@ApplicationScoped
public class AuditReader {

    private static final String REJECTIONS =
            "SELECT * FROM rejection WHERE source = ? AND event_id = ? ORDER BY received_at, id";

    private final EffectReader effects;
    private final PackageFiles files;
    private final int maxAttempts;

    public AuditReader(
            EffectReader effects,
            PackageFiles files,
            @ConfigProperty(name = "auditvisa.recovery.max-attempts", defaultValue = "10") int maxAttempts) {
        this.effects = effects;
        this.files = files;
        this.maxAttempts = maxAttempts;
    }

    AuditAnswer read(Connection connection, EventRecords.Found found) throws SQLException {
        EventRow row = found.row();
        List<HistoryRow> history = HistoryRow.of(connection, row.id());
        List<AuditAnswer.Arrival> arrivals = history.stream()
                .filter(HistoryRow::isArrival)
                .map(AuditReader::arrival)
                .toList();
        List<AuditAnswer.Transition> transitions = history.stream()
                .filter(change -> !change.isArrival())
                .map(AuditReader::transition)
                .toList();
        Judgement judgement = judge(connection, found, history);
        return new AuditAnswer(
                EventView.outcome(found),
                found.record().failure(),
                Questions.of(found, arrivals, transitions, judgement.verdict()),
                arrivals,
                rejections(connection, row),
                transitions,
                effects(connection, found),
                judgement.verdict().wireName(),
                judgement.findings(),
                shown(row, history));
    }

    private static AuditAnswer.Chain shown(EventRow row, List<HistoryRow> history) {
        EventRow.History recorded = row.history();
        boolean valid = chain(row, history).endsAt(recorded.length(), recorded.head());
        return new AuditAnswer.Chain(valid, recorded.length(), Sha256.hex(recorded.head()));
    }

    private Judgement judge(Connection connection, EventRecords.Found found, List<HistoryRow> history)
            throws SQLException {
        Judgement own = judge(connection, found.row(), history);
        EventRow canonical = found.canonical();
        return canonical == null
                ? own
                : own.and(judge(connection, canonical, HistoryRow.of(connection, canonical.id())));
    }

    /** The effects to show with an event: for a twin those of its canonical. */
    Effects effects(Connection connection, EventRecords.Found found) throws SQLException {
        EventRow official = found.official();
        return effects.read(connection, official).shown(official);
    }

    private Judgement judge(Connection connection, EventRow row, List<HistoryRow> history) throws SQLException {
        EffectRows rows = effects.read(connection, row);
        List<String> findings = new ArrayList<>(Findings.of(row, rows));
        for (Effects.Certificate certificate : rows.certificates()) {
            findings.addAll(damageOf(certificate));
        }
        ChainCheck chain = chain(row, history);
        if (!chain.endsAt(row.history().length(), row.history().head())) {
            findings.add("the history chain is broken");
        }
        if (chain.arrivals() != row.history().arrivals()) {
            findings.add("%d arrivals stored, %d counted"
                    .formatted(chain.arrivals(), row.history().arrivals()));
        }
        return Judgement.of(row, rows, findings, maxAttempts);
    }

    private List<String> damageOf(Effects.Certificate certificate) {
        String slug = certificate.slug();
        PackageFiles.Recorded recorded = certificate.recorded();
        return slug == null || recorded == null ? List.of() : files.damageOf(slug, recorded);
    }

    private static ChainCheck chain(EventRow row, List<HistoryRow> history) {
        ChainCheck chain = new ChainCheck(row.key().ref());
        history.forEach(chain::accept);
        return chain;
    }

    private static AuditAnswer.Arrival arrival(HistoryRow row) {
        return new AuditAnswer.Arrival(
                row.number(),
                row.at(),
                row.outcome(),
                row.instant("signed_at"),
                row.text("payload_hash"),
                row.text("content_hash"),
                row.text("request_fingerprint"),
                row.text("signature"),
                row.member("differs"),
                row.requestId(),
                row.historyNumber(),
                Sha256.hex(row.hash()));
    }

    private static AuditAnswer.Transition transition(HistoryRow row) {
        return new AuditAnswer.Transition(
                row.number(),
                row.at(),
                row.text("from"),
                row.text("to"),
                row.text("actor"),
                row.text("reason"),
                row.historyNumber(),
                Sha256.hex(row.hash()));
    }

    private static List<AuditAnswer.Rejection> rejections(Connection connection, EventRow row) throws SQLException {
        return Sql.of(REJECTIONS, row.key().source(), row.key().eventId()).list(connection, AuditReader::rejection);
    }

    private static AuditAnswer.Rejection rejection(ResultSet row) throws SQLException {
        return new AuditAnswer.Rejection(
                row.getString("code"),
                Sql.requiredTime(row, "received_at"),
                Sql.time(row, "signed_at"),
                Sha256.hex(row.getBytes("payload_hash")),
                row.getString("detail"),
                row.getString("request_id"));
    }
}
