package io.auditvisa.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A small bar chart: events per second of the service next to the floor, 64 clients. */
final class Chart {

    private static final int WIDTH = 720;
    private static final int LEFT = 190;
    private static final int ROW = 58;

    private Chart() {}

    private record Pair(String scenario, double service, double floor) {}

    static String svg(List<Result> results) {
        List<Pair> pairs = results.stream()
                .filter(one -> one.clients() == 64 && one.target().equals("service"))
                .map(one -> new Pair(one.scenario(), one.median().perSecond(), floor(results, one.scenario())))
                .filter(pair -> pair.floor > 0)
                .toList();
        double most = pairs.stream()
                .mapToDouble(pair -> Math.max(pair.service, pair.floor))
                .max()
                .orElse(1);
        int height = 56 + pairs.size() * ROW;
        StringBuilder svg = new StringBuilder();
        svg.append(format("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="system-ui, sans-serif" font-size="14">
                <title>Events per second: AuditVisa next to the floor that the database sets</title>
                <rect width="%d" height="%d" fill="#ffffff"/>
                <text x="16" y="28" font-weight="600" fill="#1b2733">Events per second, 64 clients</text>
                <rect x="300" y="17" width="12" height="12" fill="#0b7a75"/><text x="318" y="28" fill="#1b2733">AuditVisa</text>
                <rect x="410" y="17" width="12" height="12" fill="#b8c4ce"/><text x="428" y="28" fill="#1b2733">\
                floor: same rows, plain JDBC</text>
                """, WIDTH, height, WIDTH, height));
        for (int i = 0; i < pairs.size(); i++) {
            append(svg, pairs.get(i), 48 + i * ROW, (WIDTH - LEFT - 130) / most);
        }
        return svg.append("</svg>\n").toString();
    }

    private static void append(StringBuilder svg, Pair pair, int top, double scale) {
        svg.append(format("<text x=\"16\" y=\"%d\" fill=\"#1b2733\">%s</text>\n", top + 26, label(pair.scenario)));
        bar(
                svg,
                top,
                pair.service * scale,
                "#0b7a75",
                format("%,.0f (%.0f %%)", pair.service, 100 * pair.service / pair.floor));
        bar(svg, top + 21, pair.floor * scale, "#b8c4ce", format("%,.0f", pair.floor));
    }

    private static void bar(StringBuilder svg, int y, double width, String colour, String text) {
        svg.append(format(
                "<rect x=\"%d\" y=\"%d\" width=\"%.0f\" height=\"19\" fill=\"%s\"/>"
                        + "<text x=\"%.0f\" y=\"%d\" fill=\"#1b2733\">%s</text>\n",
                LEFT, y, Math.max(1, width), colour, LEFT + width + 8, y + 15, text));
    }

    private static String label(String scenario) {
        return switch (scenario) {
            case "messaging" -> "message: debit, inbox";
            case "certificate" -> "certificate";
            case "repeat" -> "repeat";
            case "mix" -> "mix 70 / 30";
            case "hot" -> "one hot key";
            default -> scenario;
        };
    }

    private static double floor(List<Result> results, String scenario) {
        return results.stream()
                .filter(one -> one.clients() == 64 && one.scenario().equals(scenario))
                .filter(one -> one.target().startsWith("floor"))
                .map(one -> one.median().perSecond())
                .max(Comparator.naturalOrder())
                .orElse(0.0);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
