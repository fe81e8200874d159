package io.auditvisa.source.stripe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
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
 * Stripe's events: snapshot events, whose {@code data.object} is what happened, and thin events, which only name it.
 * The heavy model classes of stripe-java are not used: they depend on the API version, we do not.
 */
public final class StripeDialect implements Dialect {

    private static final Set<String> UNSTABLE = Set.of("pending_webhooks");
    private static final Set<String> PAID = Set.of("paid", "no_payment_required");

    @Override
    public @Nullable String eventId(ObjectNode root, @Nullable String signedId) {
        return Members.text(root, "id");
    }

    @Override
    public Set<String> unstableMembers() {
        return UNSTABLE;
    }

    @Override
    public Interpretation interpret(Subject subject) {
        if ("v2.core.event".equals(Members.text(subject.root(), "object"))) {
            return new Interpretation(Business.NONE, Set.of(), null, null, snapshotRef(subject));
        }
        JsonNode object = subject.root().path("data").path("object");
        Set<Effect> effects = isEarning(subject.type(), object) ? subject.earned() : Set.of();
        Price price = Price.read(object, "amount_total", "currency");
        Business business = business(object, price);
        Failure refusal = refusal(subject, object, business, price, effects);
        return new Interpretation(business, effects, refusal, refusal == null ? fact(object, effects) : null, null);
    }

    /** Only a paid session, or one that costs nothing, earns effects; other objects have no such state. */
    private static boolean isEarning(String type, JsonNode object) {
        String status = Members.text(object, "payment_status");
        boolean isSession = type.startsWith("checkout.session.")
                || "checkout.session".equals(Members.text(object, "object"))
                || Members.has(object, "payment_status");
        return !isSession || (status != null && PAID.contains(status));
    }

    private static Business business(JsonNode object, Price price) {
        JsonNode metadata = object.path("metadata");
        String email = Members.text(object.path("customer_details"), "email");
        return new Business(
                sid(object),
                target(object, metadata),
                email,
                email == null ? null : Sha256.hexOf(email.toLowerCase(Locale.ROOT)),
                Members.text(metadata, "product"),
                Members.text(metadata, "price_id"),
                price.amountMinor(),
                price.currency(),
                Members.key(metadata, "account"),
                null);
    }

    private static @Nullable String sid(JsonNode object) {
        String id = Members.key(object, "id");
        boolean isSession =
                "checkout.session".equals(Members.text(object, "object")) || (id != null && id.startsWith("cs_"));
        return isSession ? id : Members.key(object, "checkout_session");
    }

    /** A target of a wrong type is kept as its JSON text, which no policy accepts, rather than replaced by another member. */
    private static @Nullable String target(JsonNode object, JsonNode metadata) {
        JsonNode named = metadata.path("target");
        if (metadata.hasNonNull("target") && !named.isTextual()) {
            return "(" + named.getNodeType().name().toLowerCase(Locale.ROOT) + ")";
        }
        String target = Members.text(metadata, "target");
        return target == null ? Members.text(object, "client_reference_id") : target;
    }

    private static @Nullable Failure refusal(
            Subject subject, JsonNode object, Business business, Price price, Set<Effect> effects) {
        boolean credits = effects.contains(Effect.CREDIT);
        if (!credits && !effects.contains(Effect.CERTIFICATE)) {
            return null;
        }
        if (price.refusal() != null) {
            return price.refusal();
        }
        boolean isFree = "no_payment_required".equals(Members.text(object, "payment_status"));
        if (price.amountMinor() == null && !isFree) {
            return new Failure(Price.AMOUNT_INVALID, "amount_total is missing and the session is not free of charge");
        }
        if (credits && !isFree && Long.valueOf(0).equals(price.amountMinor())) {
            return new Failure(Price.AMOUNT_INVALID, "a top-up needs an amount of at least 1 minor unit");
        }
        if (credits && business.account() == null) {
            return new Failure("account_unknown", "metadata.account names no account to credit");
        }
        return effects.contains(Effect.CERTIFICATE)
                ? subject.targets().refusal(business.target()).orElse(null)
                : null;
    }

    /** The object the event is about, whatever the type (GO-2); a hash where it is too long for an index. */
    private static @Nullable String fact(JsonNode object, Set<Effect> effects) {
        String id = Members.text(object, "id");
        if (id == null || !(effects.contains(Effect.CERTIFICATE) || effects.contains(Effect.CREDIT))) {
            return null;
        }
        return id.length() <= Members.MAX_KEY_LENGTH ? id : "sha256:" + Sha256.hexOf(id);
    }

    /** {@code snapshot_event} is the id, or an object with the id. */
    private static @Nullable String snapshotRef(Subject subject) {
        String id = Members.text(subject.root(), "snapshot_event");
        if (id == null) {
            id = Members.text(subject.root().path("snapshot_event"), "id");
        }
        return id == null || !EventKey.isValidEventId(id) || id.equals(subject.eventId())
                ? null
                : new EventKey(subject.source(), id).ref();
    }
}
