package io.millrace.broker;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The broker's two sockets, bound on loopback before the broker is configured. Its configuration must name both ports,
 * and a port that was looked up, let go and bound again later can be taken in between; a bound one cannot.
 */
final class Listeners implements ServerSocketFactory, AutoCloseable {
    private final Map<Integer, ServerSocketChannel> waiting = new HashMap<>();
    private final int port;
    private final int controllerPort;

    private Listeners(int wanted) throws IOException {
        port = open(wanted);
        controllerPort = open(0);
    }

    /** @param port the broker's port, 0 for a free one; the controller always gets a free one */
    static Listeners bind(int port) {
        try {
            return new Listeners(port);
        } catch (BindException e) {
            throw new BrokerException(
                    "port " + port + " on localhost cannot be used (" + e.getMessage()
                            + "): stop what listens there, or take another port, or 0 for any free one",
                    e);
        } catch (IOException e) {
            throw new BrokerException(
                    "no port on localhost can be opened (" + e.getMessage()
                            + "): check that the name localhost resolves and the limit on open files",
                    e);
        }
    }

    private int open(int wanted) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.bind(new InetSocketAddress("localhost", wanted));
            int bound = channel.socket().getLocalPort();
            waiting.put(bound, channel);
            return bound;
        } catch (IOException | RuntimeException e) {
            channel.close();
            close();
            throw e;
        }
    }

    int port() {
        return port;
    }

    int controllerPort() {
        return controllerPort;
    }

    /** Hands over the socket that waits on this port; a listener that overrides added is opened as the broker would. */
    @Override
    public synchronized ServerSocketChannel openServerSocket(
            String listenerName, InetSocketAddress address, int backlog, int receiveBufferSize) throws IOException {
        ServerSocketChannel channel = waiting.remove(address.getPort());
        if (channel == null) {
            return ServerSocketFactory.INSTANCE.openServerSocket(listenerName, address, backlog, receiveBufferSize);
        }
        channel.configureBlocking(false);
        return channel;
    }

    /** Closes what the broker did not take; what it took it closes itself. */
    @Override
    public synchronized void close() throws IOException {
        for (ServerSocketChannel channel : waiting.values()) {
            channel.close();
        }
        waiting.clear();
    }
}
