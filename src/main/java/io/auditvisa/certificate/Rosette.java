package io.auditvisa.certificate;

import io.auditvisa.event.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.function.DoubleUnaryOperator;

/**
 * The engraved rosette of a certificate. Its lobes follow from the hash of the seed, so that two certificates rarely look
 * alike; it is an ornament, no security feature. StrictMath: the same strokes on every machine.
 */
final class Rosette {

    private static final int POINTS = 420;
    private static final int STRANDS = 7;

    private static final int MOST_LOBES = 18;
    private static final int HIGHEST_OVERTONE = 3;
    /** Sine and cosine of every multiple of every angle that is ever asked for: they are most of the work. */
    private static final double[][] SINES = table(StrictMath::sin);

    private static final double[][] COSINES = table(StrictMath::cos);

    private final byte[] shape;

    private Rosette(String seed) {
        this.shape = Sha256.of(seed.getBytes(StandardCharsets.UTF_8));
    }

    private static double[][] table(DoubleUnaryOperator function) {
        double[][] values = new double[MOST_LOBES * HIGHEST_OVERTONE + 1][POINTS];
        for (int multiple = 1; multiple < values.length; multiple++) {
            for (int i = 0; i < POINTS; i++) {
                double angle = 2 * StrictMath.PI * i / POINTS;
                values[multiple][i] = function.applyAsDouble(multiple * angle);
            }
        }
        return values;
    }

    /** Inline SVG, 400 units wide, drawn in the current text colour. */
    static String svg(String seed) {
        Rosette rosette = new Rosette(seed);
        return "<svg class=\"rosette\" viewBox=\"-200 -200 400 400\" aria-hidden=\"true\">"
                + "<defs>" + rosette.ring("outer", 0, 158, 34) + rosette.ring("inner", 3, 102, 26) + "</defs>"
                + "<g fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.1\">"
                + strands("outer", rosette.lobes(0)) + strands("inner", rosette.lobes(3))
                + "<circle r=\"196\"/><circle r=\"72\" stroke-width=\"1.6\"/><circle r=\"67\"/></g></svg>";
    }

    private int lobes(int at) {
        return 9 + Byte.toUnsignedInt(shape[at]) % 10;
    }

    /** A closed wave around the centre; a second, smaller wave of twice or three times the lobes makes each one its own. */
    private String ring(String id, int at, int radius, int swing) {
        int lobes = lobes(at);
        int overtone = 2 + Byte.toUnsignedInt(shape[at + 1]) % 2;
        double share = 0.12 + Byte.toUnsignedInt(shape[at + 2]) / 1200.0;
        StringBuilder path = new StringBuilder(POINTS * 10);
        for (int i = 0; i < POINTS; i++) {
            double wave = (1 - share) * SINES[lobes][i] + share * COSINES[lobes * overtone][i];
            double distance = radius + swing * wave;
            path.append(i == 0 ? 'M' : 'L');
            append(path, distance * COSINES[1][i]);
            path.append(' ');
            append(path, distance * SINES[1][i]);
        }
        return "<path id=\"" + id + "\" d=\"" + path + "z\"/>";
    }

    /** Tenths of a unit, written from integers. */
    private static void append(StringBuilder path, double value) {
        long tenths = StrictMath.round(value * 10);
        path.append(tenths < 0 ? "-" : "").append(Math.abs(tenths) / 10);
        if (tenths % 10 != 0) {
            path.append('.').append(Math.abs(tenths) % 10);
        }
    }

    /** The same wave, turned by parts of a lobe: where the strands cross, the net appears. */
    private static String strands(String id, int lobes) {
        StringBuilder strands = new StringBuilder(400);
        for (int i = 0; i < STRANDS; i++) {
            long hundredths = 36000L * i / (STRANDS * lobes);
            strands.append("<use href=\"#").append(id).append("\" transform=\"rotate(");
            strands.append(hundredths / 100)
                    .append('.')
                    .append(hundredths % 100 / 10)
                    .append(hundredths % 10);
            strands.append(")\"/>");
        }
        return strands.toString();
    }
}
