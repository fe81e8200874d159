package io.auditvisa.processing;

import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.IncomingEvent;
import io.auditvisa.event.Payload;
import io.auditvisa.event.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;

/** Verified arrivals of prepaid messages, debited from one account. */
record TestMessages(String eventId, String messageId, String inboxKey, String account, long amountMinor) {

    static TestMessages of(String account, long amountMinor) {
        String id = UUID.randomUUID().toString();
        return new TestMessages("e-" + id, "m-" + id, "k-" + id, account, amountMinor);
    }

    TestMessages ofMessage(String other) {
        return new TestMessages(eventId, other, inboxKey, account, amountMinor);
    }

    TestMessages inLine(String other) {
        return new TestMessages(eventId, messageId, other, account, amountMinor);
    }

    EventKey key() {
        return new EventKey("messaging", eventId);
    }

    Arrival arrival() {
        byte[] bytes = ("{\"m\":\"" + messageId + "\"}").getBytes(StandardCharsets.UTF_8);
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        Business.Message message =
                new Business.Message(messageId, inboxKey, "MT", "+6391", "+6392", "héllo 你好", "sent");
        Business business = new Business(null, null, null, null, null, null, amountMinor, "usd", account, message);
        return Arrival.of(new IncomingEvent(
                key(),
                "message.sent",
                null,
                new Payload(bytes, Sha256.of(bytes), Sha256.of(bytes), Set.of(), null),
                business,
                Set.of(Effect.DEBIT, Effect.INBOX, Effect.CRM),
                null,
                null,
                null,
                false,
                new IncomingEvent.Receipt(UUID.randomUUID().toString(), now, now, "v1", Sha256.hexOf("test"))));
    }
}
