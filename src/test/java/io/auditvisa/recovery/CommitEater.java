package io.auditvisa.recovery;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A TCP proxy in front of PostgreSQL that lets a COMMIT through and swallows its answer: the application sees its connection
 * break, the database has committed. Needs {@code prepareThreshold=0} in the JDBC URL, so that each COMMIT is sent as text.
 */
final class CommitEater implements AutoCloseable {

    private static final String COMMIT = "COMMIT";

    private final ServerSocket listener;
    private final int target;
    private final AtomicInteger commits = new AtomicInteger(Integer.MIN_VALUE);
    private final AtomicInteger eaten = new AtomicInteger();

    CommitEater(int target) {
        try {
            this.target = target;
            this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** The n-th COMMIT from now on loses its answer. */
    void eat(int n) {
        commits.set(-n);
    }

    int eaten() {
        return eaten.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                Thread.ofVirtual().start(() -> pump(server, client, false));
                Thread.ofVirtual().start(() -> pump(client, server, true));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void pump(Socket from, Socket to, boolean isRequest) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                boolean last = isRequest
                        && new String(buffer, 0, read, StandardCharsets.ISO_8859_1).contains(COMMIT)
                        && commits.incrementAndGet() == 0;
                if (last) {
                    from.close(); // nobody gets the answer
                }
                out.write(buffer, 0, read);
                out.flush();
                if (last) {
                    eaten.incrementAndGet();
                    Thread.sleep(300); // the server has committed by now
                    return;
                }
            }
        } catch (IOException | InterruptedException ended) {
            // the other direction ends with it
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
