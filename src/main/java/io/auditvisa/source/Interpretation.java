package io.auditvisa.source;

import io.auditvisa.event.Business;
import io.auditvisa.event.Effect;
import io.auditvisa.event.Failure;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a dialect makes of an event's content.
 *
 * @param business what it is about
 * @param effects what it earns: the rule's effects, or fewer when its state does not earn them
 * @param refusal why it earns nothing although it should; null when all is well
 * @param fact the business fact that only one event may certify or credit (GO-2)
 * @param canonicalRef ref of the event whose thin twin it is
 */
public record Interpretation(
        Business business,
        Set<Effect> effects,
        @Nullable Failure refusal,
        @Nullable String fact,
        @Nullable String canonicalRef) {}
