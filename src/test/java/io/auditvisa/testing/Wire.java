package io.auditvisa.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy in front of a database server: the network between, which a test may slow down, silence or cut. */
public final class Wire implements AutoCloseable {

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile long delayMillis;
    private volatile boolean silent;

    public Wire(int target) {
        try {
            this.target = target;
            this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** The same database, reached through here. */
    public String through(String jdbcUrl) {
        return jdbcUrl.replace(":" + target + "/", ":" + listener.getLocalPort() + "/");
    }

    /** Every piece of an answer comes that much later; 0 is as fast as ever. */
    public void delay(long millis) {
        delayMillis = millis;
    }

    /** Nothing comes through any more, and nobody is told. What is sent on these connections is lost for good. */
    public void silence() {
        silent = true;
    }

    /** New connections work again; the silenced ones stay as they are. */
    public void mend() {
        silent = false;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) throws IOException {
        open.add(client);
        try {
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(server);
            Thread.ofVirtual().start(() -> pump(client, server, false));
            Thread.ofVirtual().start(() -> pump(server, client, true));
        } catch (IOException noServer) {
            open.remove(client);
            client.close();
        }
    }

    private void pump(Socket from, Socket to, boolean isAnswer) {
        byte[] buffer = new byte[1 << 16];
        boolean dead = false;
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (isAnswer && delayMillis > 0) {
                    Thread.sleep(delayMillis);
                }
                dead |= silent;
                if (!dead) {
                    out.write(buffer, 0, read);
                    out.flush();
                }
            }
        } catch (IOException | InterruptedException ended) {
            // the other direction ends with it
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
