package io.auditvisa.source.standard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.Failure;
import io.auditvisa.event.Sha256;
import io.auditvisa.source.Dialect;
import io.auditvisa.source.Interpretation;
import io.auditvisa.source.Members;
import io.auditvisa.source.Price;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Events signed by Standard Webhooks: messages (effects debit, inbox, crm) and internal events (effect certificate), both
 * with what happened in {@code data}. The event id is the signed {@code webhook-id}.
 */
public final class StandardDialect implements Dialect {

    private static final String INBOUND = "MO";

    @Override
    public @Nullable String eventId(ObjectNode root, @Nullable String signedId) {
        return signedId;
    }

    @Override
    public Set<String> unstableMembers() {
        return Set.of();
    }

    @Override
    public Interpretation interpret(Subject subject) {
        JsonNode data = subject.root().path("data");
        Price price = Price.read(data, "amount_minor", "currency");
        boolean isMessaging = subject.earned().contains(Effect.DEBIT)
                || subject.earned().contains(Effect.INBOX)
                || subject.earned().contains(Effect.CRM);
        MessageReader message = isMessaging ? MessageReader.read(data, subject.type()) : MessageReader.NONE;
        Business business = business(data, price, message.message());
        boolean isFree = isFreeInbound(business);
        Failure refusal = message.refusal() != null ? message.refusal() : refusal(subject, business, price, isFree);
        // a free inbound message keeps its effect debit: the ledger knows whether the message was priced before
        return new Interpretation(business, subject.earned(), refusal, null, null);
    }

    private static Business business(JsonNode data, Price price, Business.@Nullable Message message) {
        String email = Members.text(data, "email");
        return new Business(
                null,
                Members.text(data, "target"),
                email,
                email == null ? null : Sha256.hexOf(email.toLowerCase(Locale.ROOT)),
                Members.text(data, "product"),
                Members.text(data, "price_id"),
                price.amountMinor(),
                price.currency(),
                Members.key(data, "account"),
                message);
    }

    /** An inbound message may cost nothing: no debit, the rest goes on. */
    private static boolean isFreeInbound(Business business) {
        return business.message() != null
                && business.message().direction().equals(INBOUND)
                && business.amountMinor() != null
                && business.amountMinor() == 0;
    }

    private static @Nullable Failure refusal(Subject subject, Business business, Price price, boolean isFree) {
        Set<Effect> effects = subject.earned();
        boolean debits = effects.contains(Effect.DEBIT) && !isFree;
        if (price.refusal() != null && (debits || effects.contains(Effect.CERTIFICATE))) {
            return price.refusal();
        }
        // an absent price is judged with the ledger: the message may have its row already
        if (debits && business.amountMinor() != null && business.amountMinor() == 0) {
            return new Failure(Price.AMOUNT_INVALID, "amount_minor of an outbound message must be at least 1");
        }
        return effects.contains(Effect.CERTIFICATE)
                ? subject.targets().refusal(business.target()).orElse(null)
                : null;
    }
}
