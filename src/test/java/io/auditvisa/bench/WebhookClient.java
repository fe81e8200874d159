package io.auditvisa.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A sender on one HTTP/1.1 connection that is kept. It shares the machine with what it measures, so it does no more than it
 * must: signs, writes once, reads the answer into one buffer.
 */
final class WebhookClient implements Client {

    private static final byte[] HEAD_END = EventKind.ascii("\r\n\r\n");
    private static final byte[] PROCESSED = EventKind.ascii("\"outcome\":\"processed\"");
    private static final byte[] REUSED = EventKind.ascii("\"outcome\":\"duplicate_reused\"");
    private static final byte[] OK = EventKind.ascii("HTTP/1.1 200 ");

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final Mac messages;
    private final Mac stripe;
    private byte[] buffer = new byte[16_384];

    WebhookClient(int port) throws IOException, GeneralSecurityException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(30_000);
        in = socket.getInputStream();
        out = socket.getOutputStream();
        messages = mac(Base64.getDecoder().decode(EventKind.MESSAGE_SECRET.substring("whsec_".length())));
        stripe = mac(EventKind.STRIPE_SECRET.getBytes(StandardCharsets.UTF_8));
    }

    private static Mac mac(byte[] key) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac;
    }

    @Override
    public void first(EventKind kind, long n) throws IOException {
        post(kind, n, PROCESSED);
    }

    @Override
    public void repeat(EventKind kind, long n) throws IOException {
        post(kind, n, REUSED);
    }

    private void post(EventKind kind, long n, byte[] expected) throws IOException {
        byte[][] tokens = kind.tokens(n);
        byte[] body = kind.body(tokens);
        String time = Long.toString(System.currentTimeMillis() / 1000);
        StringBuilder head = new StringBuilder(400)
                .append("POST /webhooks/")
                .append(kind.source())
                .append(" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nUser-Agent: bench\r\n")
                .append("Content-Length: ")
                .append(body.length);
        sign(kind, tokens, body, time, head);
        byte[] start = EventKind.ascii(head.append("\r\n\r\n").toString());
        byte[] request = Arrays.copyOf(start, start.length + body.length);
        System.arraycopy(body, 0, request, start.length, body.length);
        out.write(request);
        readAnswer(expected);
    }

    private void sign(EventKind kind, byte[][] tokens, byte[] body, String time, StringBuilder head) {
        if (kind.isCertificate()) {
            stripe.update(EventKind.ascii(time + "."));
            String signature = HexFormat.of().formatHex(stripe.doFinal(body));
            head.append("\r\nStripe-Signature: t=").append(time).append(",v1=").append(signature);
            return;
        }
        String id = EventKind.text(tokens[EventKind.EVENT_ID]);
        messages.update(EventKind.ascii(id + "." + time + "."));
        String signature = Base64.getEncoder().encodeToString(messages.doFinal(body));
        head.append("\r\nwebhook-id: ")
                .append(id)
                .append("\r\nwebhook-timestamp: ")
                .append(time);
        head.append("\r\nwebhook-signature: v1,").append(signature);
    }

    private void readAnswer(byte[] expected) throws IOException {
        int length = 0;
        int headEnd = -1;
        int end = Integer.MAX_VALUE;
        while (length < end) {
            if (length == buffer.length) {
                buffer = Arrays.copyOf(buffer, length * 2);
            }
            int read = in.read(buffer, length, buffer.length - length);
            if (read < 0) {
                throw new IOException("the connection was closed before the answer was complete");
            }
            length += read;
            if (headEnd < 0) {
                headEnd = Template.find(buffer, length, HEAD_END, 0);
                end = headEnd < 0 ? end : headEnd + HEAD_END.length + contentLength(headEnd);
            }
        }
        if (Template.find(buffer, OK.length, OK, 0) != 0 || Template.find(buffer, length, expected, headEnd) < 0) {
            throw new IOException("unexpected answer: " + new String(buffer, 0, length, StandardCharsets.UTF_8));
        }
    }

    private int contentLength(int headEnd) throws IOException {
        String head = new String(buffer, 0, headEnd, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        int at = head.indexOf("content-length:");
        if (at < 0) {
            throw new IOException("an answer without a length: " + head);
        }
        int lineEnd = head.indexOf('\r', at);
        return Integer.parseInt(
                head.substring(at + 15, lineEnd < 0 ? headEnd : lineEnd).strip());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
