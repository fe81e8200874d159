package io.auditvisa.access;

import java.util.Set;
import java.util.TreeSet;

/** The roles of the operators' API. {@code finance} and {@code operator} include {@code viewer}, not each other. */
public final class Roles {

    /** May look at everything but money accounts. */
    public static final String VIEWER = "viewer";

    /** May see and move money. */
    public static final String FINANCE = "finance";

    /** May act on events and sources. */
    public static final String OPERATOR = "operator";

    /** All roles there are. */
    public static final Set<String> ALL = Set.of(VIEWER, FINANCE, OPERATOR);

    private Roles() {}

    /** The roles together with those they include. */
    static Set<String> withIncluded(Set<String> roles) {
        Set<String> all = new TreeSet<>(roles);
        if (!all.isEmpty()) {
            all.add(VIEWER);
        }
        return Set.copyOf(all);
    }
}
