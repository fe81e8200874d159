package io.auditvisa.source;

import io.auditvisa.event.Effect;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whose signatures and dialect a source speaks (AV-2.2). */
public enum SourceKind {
    /** Stripe webhooks. A top-up is a paid checkout session, so only this kind credits. */
    STRIPE(EnumSet.of(Effect.CERTIFICATE, Effect.CREDIT, Effect.NOTIFICATION)),
    /** Standard Webhooks: internal and messaging senders. Only messages debit and have an inbox line. */
    STANDARD(EnumSet.of(Effect.CERTIFICATE, Effect.DEBIT, Effect.INBOX, Effect.CRM, Effect.NOTIFICATION));

    private final Set<Effect> effects;

    SourceKind(Set<Effect> effects) {
        this.effects = effects;
    }

    /** The name in configuration and JSON. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of this name; empty when there is none. */
    public static Optional<SourceKind> ofWireName(String name) {
        return Stream.of(values()).filter(kind -> kind.wireName().equals(name)).findFirst();
    }

    /** Whether events of this kind can have the effect at all. */
    public boolean allows(Effect effect) {
        return effects.contains(effect);
    }
}
