package io.auditvisa.event;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a rule of a source may earn an event; the wire name is the lower-case constant name. */
public enum Effect {
    /** A signed certificate package (AV-5.4). */
    CERTIFICATE,
    /** A top-up of a prepaid account by a paid Stripe checkout session. */
    CREDIT,
    /** One prepaid debit row (IO-1). */
    DEBIT,
    /** One inbox line (IO-4). */
    INBOX,
    /** One forward of the inbox line to the CRM (IO-6). */
    CRM,
    /** One message to the operators (AV-9.1). */
    NOTIFICATION;

    /** The name used in configuration, database and JSON. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The effect of this wire name; empty when there is none. */
    public static Optional<Effect> ofWireName(String name) {
        return Stream.of(values())
                .filter(effect -> effect.wireName().equals(name))
                .findFirst();
    }

    /** The stored form of a set of effects: wire names in declaration order, joined by commas. */
    public static String join(Collection<Effect> effects) {
        return effects.stream().sorted().map(Effect::wireName).collect(Collectors.joining(","));
    }

    /** Reads the stored form; empty when it names an effect that this version does not know (rolling deploys). */
    public static Optional<Set<Effect>> split(String stored) {
        Set<Effect> effects = EnumSet.noneOf(Effect.class);
        for (String name : stored.isEmpty() ? new String[0] : stored.split(",")) {
            Optional<Effect> effect = ofWireName(name);
            if (effect.isEmpty()) {
                return Optional.empty();
            }
            effects.add(effect.get());
        }
        return Optional.of(effects);
    }
}
