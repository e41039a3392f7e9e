package io.millrace.testkit.proxy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Stands in for a broker: answers every request with the request's own bytes after the correlation id, in order, and
 * remembers what it got. A produce request of version 0 it does not answer, as a broker does for one without
 * acknowledgement. A thread per connection; the lists may be read by any thread.
 */
final class StubBroker implements AutoCloseable {
    private static final int HEADER_BYTES = 8;

    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final List<Integer> handled = new CopyOnWriteArrayList<>();

    StubBroker() throws IOException {
        server = new ServerSocket(0, 512, InetAddress.getByName("localhost"));
        daemon(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** The correlation ids of all requests that have arrived whole, in the order of arrival. */
    List<Integer> handled() {
        return handled;
    }

    int openConnections() {
        return sockets.size();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                sockets.add(socket);
                if (server.isClosed()) {
                    // A connection that came in while the socket was being closed.
                    socket.close();
                }
                daemon(() -> answer(socket));
            }
        } catch (IOException e) {
            // Closed: the way out.
            return;
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            while (true) {
                byte[] request = new byte[in.readInt()];
                in.readFully(request);
                ByteBuffer head = ByteBuffer.wrap(request);
                short api = head.getShort();
                short version = head.getShort();
                int correlationId = head.getInt();
                handled.add(correlationId);
                if (api != ApiKeys.PRODUCE.id || version > 0) {
                    byte[] response = ByteBuffer.allocate(request.length)
                            .putInt(request.length - Integer.BYTES)
                            .putInt(correlationId)
                            .put(request, HEADER_BYTES, request.length - HEADER_BYTES)
                            .array();
                    out.write(response);
                }
            }
        } catch (EOFException | SocketException e) {
            // The proxy has closed.
            return;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            sockets.remove(socket);
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "stub-broker");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
