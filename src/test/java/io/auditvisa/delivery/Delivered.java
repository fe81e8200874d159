package io.auditvisa.delivery;

import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.EventRecord;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.Payload;
import io.auditvisa.event.Sha256;
import io.auditvisa.processing.EventProcessor;
import io.auditvisa.processing.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;

/** Events processed to their certificate, for tests of what comes after. */
public record Delivered(EventRecord record, String slug) {

    /** A public one. */
    public static Delivered by(EventProcessor processor) {
        return by(processor, false);
    }

    /** One of either delivery policy. */
    public static Delivered by(EventProcessor processor, boolean withheld) {
        byte[] bytes = "{}".getBytes(StandardCharsets.UTF_8);
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        Business business = new Business(
                "cs_test_1",
                "https://site.example/<b>?a=1&b=2",
                "buyer@site.example",
                Sha256.hexOf("buyer@site.example"),
                "AuditVisa Standard",
                "price_1",
                500L,
                "jpy",
                null,
                null);
        IncomingEvent incoming = new IncomingEvent(
                new EventKey("stripe", "evt_" + UUID.randomUUID().toString().replace("-", "")),
                "checkout.session.completed",
                false,
                new Payload(bytes, Sha256.of(bytes), Sha256.of(bytes), Set.of(), null),
                business,
                Set.of(Effect.CERTIFICATE),
                null,
                null,
                null,
                withheld,
                new IncomingEvent.Receipt(UUID.randomUUID().toString(), now, now, "v1", "00".repeat(32)));
        EventRecord record = ((Outcome.Processed) processor.process(incoming)).record();
        String url = String.valueOf(record.htmlUrl());
        return new Delivered(record, url.substring(url.lastIndexOf('/') + 1, url.lastIndexOf('.')));
    }
}
