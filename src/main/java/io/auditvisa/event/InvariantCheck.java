package io.auditvisa.event;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * What checking one rule over the whole database found (GO-7).
 *
 * @param name the rule, snake_case
 * @param holds whether nothing offends it
 * @param count how many offend it
 * @param offenders refs or ids of the first of them
 */
@RegisterForReflection
public record InvariantCheck(String name, boolean holds, long count, List<String> offenders) {}
