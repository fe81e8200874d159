package io.auditvisa.audit;

import io.auditvisa.event.InvariantCheck;
import java.util.ArrayList;
import java.util.List;

/** Counts what offends a rule and keeps the first names. */
final class Offenders {

    private static final int SHOWN = 100;

    private final List<String> first = new ArrayList<>();
    private long count;

    void add(String offender) {
        count++;
        if (first.size() < SHOWN) {
            first.add(offender);
        }
    }

    InvariantCheck check(String rule) {
        return new InvariantCheck(rule, count == 0, count, List.copyOf(first));
    }
}
