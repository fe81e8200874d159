package io.auditvisa.delivery;

import io.auditvisa.event.Sha256;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Headers of our public pages: they load nothing, run nothing and are framed by nobody. */
public final class PagePolicy {

    private static final String STYLE = "<style>";
    private static final String STYLE_END = "</style>";

    private PagePolicy() {}

    /** Adds the headers that every public answer carries. */
    public static Response.ResponseBuilder guard(Response.ResponseBuilder answer) {
        return answer.header("X-Content-Type-Options", "nosniff")
                .header("X-Robots-Tag", "noindex")
                .header("Referrer-Policy", "no-referrer");
    }

    /** The Content-Security-Policy of a page: nothing but its own one style element, known by its hash. */
    public static String contentSecurityPolicy(String page) {
        int start = page.indexOf(STYLE);
        int end = page.indexOf(STYLE_END);
        String style = start < 0 || end < start ? "" : page.substring(start + STYLE.length(), end);
        String hash = Base64.getEncoder().encodeToString(Sha256.of(style.getBytes(StandardCharsets.UTF_8)));
        return "default-src 'none'; style-src 'sha256-" + hash
                + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }
}
