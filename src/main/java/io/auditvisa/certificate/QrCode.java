package io.auditvisa.certificate;

import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import java.util.Map;

/** A text as a QR code, drawn as one SVG path. */
final class QrCode {

    /** Empty modules around the code that readers need (ISO/IEC 18004). */
    private static final int QUIET_ZONE = 4;

    /** The mask of codes whose maker does not weigh all eight. Readers learn it from the code and take any (ISO/IEC 18004). */
    private static final int MASK = 3;

    private QrCode() {}

    /** As {@link #svg}, with the mask that the standard's penalties find best, which takes most of a certificate's time. */
    static String svgOfBestMask(String text) {
        return svg(text, Map.of());
    }

    /** Inline SVG without a fixed size; dark on white in every colour scheme, because readers expect that. */
    static String svg(String text) {
        return svg(text, Map.of(EncodeHintType.QR_MASK_PATTERN, MASK));
    }

    private static String svg(String text, Map<EncodeHintType, ?> hints) {
        ByteMatrix modules = encode(text, hints);
        int size = modules.getWidth() + 2 * QUIET_ZONE;
        return "<svg class=\"qr\" viewBox=\"0 0 " + size + " " + size
                + "\" role=\"img\" aria-label=\"QR code of the verification page\" shape-rendering=\"crispEdges\">"
                + "<path fill=\"#fff\" d=\"M0 0h" + size + "v" + size + "H0z\"/><path fill=\"#101820\" d=\""
                + path(modules)
                + "\"/></svg>";
    }

    private static ByteMatrix encode(String text, Map<EncodeHintType, ?> hints) {
        try {
            return Encoder.encode(text, ErrorCorrectionLevel.M, hints).getMatrix();
        } catch (WriterException tooLong) {
            throw new IllegalArgumentException("no QR code holds this text", tooLong);
        }
    }

    /** One rectangle per run of dark modules in a row. */
    private static String path(ByteMatrix modules) {
        StringBuilder path = new StringBuilder(4096);
        for (int y = 0; y < modules.getHeight(); y++) {
            for (int x = 0; x < modules.getWidth(); x++) {
                int end = x;
                while (end < modules.getWidth() && modules.get(end, y) == 1) {
                    end++;
                }
                if (end > x) {
                    int length = end - x;
                    path.append('M').append(x + QUIET_ZONE).append(' ').append(y + QUIET_ZONE);
                    path.append('h')
                            .append(length)
                            .append("v1h-")
                            .append(length)
                            .append('z');
                    x = end;
                }
            }
        }
        return path.toString();
    }
}
