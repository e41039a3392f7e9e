package io.millrace.supervisor;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What this machine calls itself. Stateless; any thread. */
final class HostName {
    private HostName() {}

    /** The name, or {@code unknown}. In a container it is the container's. */
    static String find() {
        String told = System.getenv("HOSTNAME");
        if (told != null && !told.isBlank()) {
            return told;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
