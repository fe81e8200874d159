package io.auditvisa.processing;

import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.EventKey;
import io.auditvisa.event.Failure;
import io.auditvisa.event.HistoryChain;
import io.auditvisa.event.IncomingEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The row of an event as its first arrival makes it, with its pins: the parameters of {@link EventSql#CLAIM}. */
final class NewEvent {

    private final Pinning pinning;
    private final Limits limits;

    NewEvent(Pinning pinning, Limits limits) {
        this.pinning = pinning;
        this.limits = limits;
    }

    /** In the order of the statement's question marks. */
    @Nullable
    Object[] parameters(IncomingEvent incoming) {
        List<@Nullable Object> values = new ArrayList<>();
        values.add(Long.toString(limits.lockWait().toMillis()));
        values.add(Long.toString(limits.idle().toMillis()));
        values.add(EventKey.sourceLockKey(incoming.key().source()));
        int[] birth = incoming.key().birthLockKey();
        values.addAll(Arrays.asList(birth[0], birth[1]));
        values.addAll(Arrays.asList(
                incoming.key().source(),
                incoming.key().eventId(),
                incoming.key().ref(),
                incoming.type()));
        values.addAll(Arrays.asList(incoming.livemode(), incoming.payload().apiVersion()));
        values.addAll(Arrays.asList(pinning.newSlug(), pinning.baseUrl(), pinning.keyId(), pinning.rendererVersion()));
        Failure refusal = incoming.refusal();
        values.addAll(Arrays.asList(Effect.join(incoming.effects()), incoming.withheld()));
        values.addAll(
                Arrays.asList(refusal == null ? null : refusal.code(), refusal == null ? null : refusal.detail()));
        addBusiness(values, incoming.business());
        values.addAll(Arrays.asList(
                incoming.payload().bytes(),
                incoming.payload().payloadHash(),
                incoming.payload().contentHash()));
        values.addAll(Arrays.asList(
                HistoryChain.genesis(), incoming.key().source(), incoming.key().eventId()));
        return values.toArray();
    }

    static void addBusiness(List<@Nullable Object> values, Business business) {
        values.addAll(Arrays.asList(
                business.sid(),
                business.target(),
                business.email(),
                business.emailSha256(),
                business.product(),
                business.priceId(),
                business.amountMinor(),
                business.currency(),
                business.account()));
        Business.Message message = business.message();
        values.addAll(
                message == null
                        ? Arrays.asList(null, null, null, null, null, null, null)
                        : Arrays.asList(
                                message.messageId(),
                                message.inboxKey(),
                                message.direction(),
                                message.from(),
                                message.to(),
                                message.text(),
                                message.deliveryStatus()));
    }
}
