package io.auditvisa.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A TCP proxy on the loopback address, in front of a PostgreSQL; what becomes of each piece is for its kind to say. */
public abstract class Proxy implements AutoCloseable {

    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    protected Proxy(int target) {
        this.target = target;
        try {
            this.listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    public final int port() {
        return listener.getLocalPort();
    }

    /** The same database, reached through here. */
    public final String through(String jdbcUrl) {
        return jdbcUrl.replace(":" + target + "/", ":" + port() + "/");
    }

    /** One direction of one connection. */
    protected record Direction(Socket from, Socket to, boolean isAnswer) {

        public void forward(byte[] bytes, int length) throws IOException {
            to.getOutputStream().write(bytes, 0, length);
            to.getOutputStream().flush();
        }
    }

    /** Takes a piece; false: the connection ends. */
    protected abstract boolean pass(Direction direction, byte[] bytes, int length)
            throws IOException, InterruptedException;

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
            Thread.ofVirtual().start(() -> pump(new Direction(client, server, false)));
            Thread.ofVirtual().start(() -> pump(new Direction(server, client, true)));
        } catch (IOException noServer) {
            open.remove(client);
            client.close();
        }
    }

    private void pump(Direction direction) {
        byte[] buffer = new byte[1 << 16];
        try (Socket from = direction.from();
                Socket to = direction.to()) {
            InputStream in = from.getInputStream();
            int read = in.read(buffer);
            while (read >= 0 && pass(direction, buffer, read)) {
                read = in.read(buffer);
            }
        } catch (IOException | InterruptedException ended) {
            // the other direction ends with it
        } finally {
            open.remove(direction.from());
            open.remove(direction.to());
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
