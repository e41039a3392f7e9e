package io.millrace.testkit.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One client's connection and the proxy's own to the broker, with a thread for each direction. It ends when both
 * threads have. Its state may be read and it may be cut by any thread.
 */
final class Connection {
    private static final int CONNECT_MILLIS = 5_000;

    private final long number;
    private final Socket client;
    private final Socket broker = new Socket();
    private final InFlight inFlight = new InFlight();
    private final Traffic traffic;
    private final Consumer<Connection> onEnd;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final AtomicInteger running = new AtomicInteger();
    private volatile String clientId = "";
    private volatile boolean clientLeft;
    private volatile boolean cut;

    Connection(long number, Socket client, Traffic traffic, Consumer<Connection> onEnd) {
        this.number = number;
        this.client = client;
        this.traffic = traffic;
        this.onEnd = onEnd;
    }

    /** Returns at once: the first thread of the connection calls the broker, which may not listen. */
    void start(InetSocketAddress target) {
        running.incrementAndGet();
        start("request", () -> carry(target));
    }

    private void start(String name, Runnable work) {
        Thread thread = new Thread(work, "kafka-proxy-" + client.getLocalPort() + "-" + number + "-" + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void carry(InetSocketAddress target) {
        RequestPump requests;
        ResponsePump responses;
        try {
            connect(target);
            requests = new RequestPump(this, traffic, client, broker, inFlight);
            responses = new ResponsePump(this, traffic, client, broker, inFlight);
        } catch (IOException e) {
            // The broker is down, and so the client finds nobody here either.
            cut();
            ended();
            return;
        }
        running.incrementAndGet();
        start("response", responses);
        requests.run();
    }

    private void connect(InetSocketAddress target) throws IOException {
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        broker.setOption(StandardSocketOptions.TCP_NODELAY, true);
        broker.connect(new InetSocketAddress(target.getHostString(), target.getPort()), CONNECT_MILLIS);
        if (broker.getLocalSocketAddress().equals(broker.getRemoteSocketAddress())) {
            // TCP connects a socket to itself where nobody listens on a port that is also free for outgoing calls.
            throw new IOException("nobody listens at " + target);
        }
    }

    long number() {
        return number;
    }

    String clientId() {
        return clientId;
    }

    void hasClientId(String id) {
        if (!id.equals(clientId)) {
            clientId = id;
        }
    }

    boolean isCut() {
        return cut;
    }

    boolean hasClientLeft() {
        return clientLeft;
    }

    /** The client gets nothing more, though it may still be read from. */
    void mute() {
        clientLeft = true;
    }

    /** The client is gone, or is to think that the proxy is; the broker's side goes on. */
    void clientLeft() {
        mute();
        close(client);
        traffic.connectionChanged();
    }

    /** Closes both sides. Threads that wait or read go home. */
    void cut() {
        cut = true;
        close(client);
        close(broker);
        traffic.connectionChanged();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closed is all that it has to be.
            return;
        }
    }

    void ended() {
        if (running.decrementAndGet() == 0) {
            onEnd.accept(this);
        }
    }

    /** Whether all of its threads have ended in time. */
    boolean join(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        // By index: the first thread adds the second, if at all, before it ends.
        for (int i = 0; i < threads.size(); i++) {
            threads.get(i).join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }
}
