package io.auditvisa.drill;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/** Address of this process's own listening port. */
final class OwnPort {

    private static final String LOOPBACK = "127.0.0.1";

    private OwnPort() {}

    /**
     * The webhook address of a source.
     *
     * @param host what {@code quarkus.http.host} says; listening on all addresses includes the loopback one
     */
    static URI webhook(String host, int port, String source) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        String address = isEveryAddress(bare) ? LOOPBACK : bare;
        String authority = address.contains(":") ? "[" + address + "]" : address;
        return URI.create("http://" + authority + ":" + port + "/webhooks/" + source);
    }

    private static boolean isEveryAddress(String host) {
        if (host.isBlank()) {
            return true;
        }
        if (!host.contains(":") && !host.matches("[0-9.]+")) {
            return false; // a name: nothing is looked up here
        }
        try {
            return InetAddress.getByName(host).isAnyLocalAddress();
        } catch (UnknownHostException noAddress) {
            return false;
        }
    }
}
