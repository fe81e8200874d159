package io.auditvisa.source;

import java.net.IDN;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the host that a browser would open for a target (AV-13.1). Read by hand: java.net.URI knows no international host
 * names and takes what browsers read differently.
 */
public final class TargetHost {

    /** Longer targets are refused. */
    public static final int MAX_LENGTH = 2048;

    private static final Pattern URL = Pattern.compile(
            "https?://([^/?#\\\\@]+?)(:[0-9]{1,5})?([/?#].*)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*");
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:.]{2,45}]");
    private static final int MAX_HOST_LENGTH = 253;
    private static final int MAX_PORT = 65_535;

    private TargetHost() {}

    /** The normalised host of an absolute http(s) URL; null when the text is none. */
    public static @Nullable String of(String target) {
        if (target.length() > MAX_LENGTH || target.codePoints().anyMatch(TargetHost::isUnprintable)) {
            return null;
        }
        Matcher url = URL.matcher(target);
        if (!url.matches() || !isPort(url.group(2))) {
            return null;
        }
        return normalise(url.group(1));
    }

    /** Lower case, ASCII form of international names, no trailing dot; null when it is no host. */
    static @Nullable String normalise(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        if (IPV6.matcher(lower).matches()) {
            return lower;
        }
        try {
            String ascii = IDN.toASCII(lower, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
            String name = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
            return name.length() <= MAX_HOST_LENGTH && NAME.matcher(name).matches() ? name : null;
        } catch (IllegalArgumentException noInternationalName) {
            return null;
        }
    }

    private static boolean isPort(@Nullable String group) {
        return group == null || Integer.parseInt(group.substring(1)) <= MAX_PORT;
    }

    /** White space, control characters, and the marks that turn the reading direction and make one address look like another. */
    private static boolean isUnprintable(int c) {
        return Character.isWhitespace(c)
                || Character.isSpaceChar(c)
                || Character.isISOControl(c)
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x200E
                || c == 0x200F
                || c == 0x061C;
    }
}
