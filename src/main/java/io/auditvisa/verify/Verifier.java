package io.auditvisa.verify;

import io.auditvisa.certificate.PublishedKey;
import io.auditvisa.certificate.SigningKeys;
import io.auditvisa.certificate.Statement;
import io.auditvisa.delivery.Delivery;
import io.auditvisa.delivery.DeliveryFile;
import io.auditvisa.delivery.DeliveryStorage;
import io.auditvisa.delivery.StorageException;
import io.auditvisa.event.Sha256;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks a delivered package again: the stored files, the record, the signature, the key, the event (AV-13.2). */
@ApplicationScoped
public class Verifier {

    private static final Check.Step STATEMENT_READABLE =
            new Check.Step("statement", "The recorded statement can be read", "所记录的声明可读取");
    private static final Check.Step EVENT =
            new Check.Step("event", "The event's record names this certificate as its result", "事件记录以本证书为其结果");

    private final DeliveryStorage storage;
    private final SigningKeys keys;
    private final RecordedEvent events;
    private final Clock clock;

    public Verifier(DeliveryStorage storage, SigningKeys keys, RecordedEvent events, Clock clock) {
        this.storage = storage;
        this.keys = keys;
        this.events = events;
        this.clock = clock;
    }

    /** Runs every check. */
    public Verification verify(Delivery delivery) {
        try {
            Statement statement = Statement.parse(delivery.statement);
            return result(delivery, checks(delivery, statement), statement);
        } catch (IllegalArgumentException unreadable) {
            List<Check> checks = List.of(
                    PackageChecks.runHash(delivery), STATEMENT_READABLE.failed("the record holds no statement"));
            return result(delivery, checks, null);
        }
    }

    /** Nothing is shown under this slug. */
    public Verification notFound(String slug) {
        return new Verification(slug, Verdict.NOT_FOUND.wireName(), now(), null, List.of(), null, false);
    }

    /** The record could not be read at all. */
    public Verification unavailable(String slug) {
        return new Verification(slug, Verdict.UNAVAILABLE.wireName(), now(), null, List.of(), null, false);
    }

    private List<Check> checks(Delivery delivery, Statement statement) {
        byte[] html = stored(delivery, DeliveryFile.HTML);
        byte[] zip = stored(delivery, DeliveryFile.ZIP);
        Optional<PublishedKey> key = keys.published().stream()
                .filter(published -> published.keyId().equals(delivery.keyId))
                .findFirst();
        List<Check> checks = new ArrayList<>();
        checks.add(PackageChecks.runHash(delivery));
        checks.add(PackageChecks.signature(delivery, key));
        checks.add(PackageChecks.key(statement, delivery, key));
        checks.add(PackageChecks.statement(delivery, stored(delivery, DeliveryFile.JSON)));
        checks.add(PackageChecks.certificate(statement, delivery, html));
        checks.add(PackageChecks.content(statement, delivery));
        checks.add(PackageChecks.zip(delivery, zip));
        checks.add(PackageChecks.contents(statement, delivery, zip));
        checks.add(event(delivery, statement));
        return checks;
    }

    private byte @Nullable [] stored(Delivery delivery, DeliveryFile file) {
        try {
            return storage.read(delivery.slug, file.nameFor(delivery.slug)).orElse(null);
        } catch (StorageException unreadable) {
            return null;
        }
    }

    private Check event(Delivery delivery, Statement statement) {
        try {
            return EVENT.of(
                    events.agreesWith(delivery.event, statement.predicate(), delivery.runHash),
                    statement.predicate().ref(),
                    "the event's record differs from the statement");
        } catch (SQLException failure) {
            return EVENT.unavailable("the record cannot be read");
        }
    }

    private Verification result(Delivery delivery, List<Check> checks, @Nullable Statement statement) {
        return new Verification(
                delivery.slug,
                verdict(checks).wireName(),
                now(),
                Sha256.hex(delivery.runHash),
                checks,
                statement == null ? null : statement.predicate(),
                delivery.withheld);
    }

    /** A difference is a difference, whatever else could not be looked at. */
    static Verdict verdict(List<Check> checks) {
        if (checks.stream().anyMatch(check -> check.result().equals(Check.FAILED))) {
            return Verdict.INVALID;
        }
        return checks.stream().allMatch(Check::holds) ? Verdict.VALID : Verdict.UNAVAILABLE;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
