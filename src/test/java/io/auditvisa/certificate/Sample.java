package io.auditvisa.certificate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Predicates for tests. */
final class Sample {

    static final String KEY_ID = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";

    private Sample() {}

    static Predicate full() {
        return of("https://site.example/page", 4900L, "usd", true);
    }

    static Predicate of(
            @Nullable String target, @Nullable Long amount, @Nullable String currency, @Nullable Boolean livemode) {
        return signedBy(KEY_ID, target, amount, currency, livemode);
    }

    static Predicate signedBy(
            String keyId,
            @Nullable String target,
            @Nullable Long amount,
            @Nullable String currency,
            @Nullable Boolean livemode) {
        return new Predicate(
                Predicate.SPEC,
                "evt_1T5pdGGRtItDCjuJ7AJcYMdb",
                "av_evt_1T5pdGGRtItDCjuJ7AJcYMdb",
                "cs_live_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0u1v2w3x4y5z6",
                "stripe",
                "checkout.session.completed",
                target,
                "AuditVisa Standard",
                "price_1T5pXyGRtItDCjuJabcdefgh",
                amount,
                currency,
                "b4c9a289323b21a01c3e940f150eb9b8c542587f1abfd8f0e1cc1ffc5e475514",
                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                livemode,
                Instant.parse("2026-03-01T09:49:14.123456Z"),
                "https://auditvisa.example",
                keyId,
                "https://auditvisa.example/verify/0f3a9c5e7b1d2468ace013579bdf2468");
    }

    /** Nothing but what must be there. */
    static Predicate bare() {
        return new Predicate(
                Predicate.SPEC,
                "m:1",
                "av_evt_internal_m:1",
                null,
                "internal",
                "review.finished",
                null,
                null,
                null,
                null,
                null,
                null,
                "00".repeat(32),
                null,
                Instant.parse("2026-12-31T23:59:59Z"),
                "https://auditvisa.example",
                KEY_ID,
                "https://auditvisa.example/verify/0f3a9c5e7b1d2468ace013579bdf2468");
    }
}
