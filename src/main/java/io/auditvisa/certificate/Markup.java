package io.auditvisa.certificate;

/** Text made safe for HTML. */
final class Markup {

    private Markup() {}

    /**
     * Escapes for element content and quoted attributes. Control characters, which no page may hold, and the characters
     * that turn the direction of text, with which a target could be made to look like another, become U+FFFD.
     */
    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0, c; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isUnsafe(c) ? 0xFFFD : c);
            }
        }
        return out.toString();
    }

    private static boolean isUnsafe(int c) {
        boolean control = c < ' ' || (c >= 0x7F && c < 0xA0);
        boolean turnsDirection = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        boolean surrogate = c >= 0xD800 && c <= 0xDFFF;
        return control || turnsDirection || surrogate;
    }
}
