package io.millrace.testkit.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * A TCP proxy before one broker that reads the heads of Kafka's requests and responses, counts them, and does to some
 * what a bad network or a dying broker would. It forwards every byte as it is. While the broker is down, clients are
 * accepted and at once closed again.
 *
 * <p>A client stays behind it only where the broker advertises the proxy's port, as {@link ProxiedBroker} has it do.
 * Traffic must be in the clear, SASL included. Two threads per connection, which block: good for some hundred
 * connections. All methods may be called from any thread.
 */
public final class KafkaProxy implements AutoCloseable {
    private static final int BACKLOG = 512;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final ServerSocket server;
    private final InetSocketAddress target;
    private final Traffic traffic = new Traffic();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong accepted = new AtomicLong();
    private final Thread acceptor;
    private volatile boolean closed;

    private KafkaProxy(ServerSocket server, InetSocketAddress target) {
        this.server = server;
        this.target = target;
        acceptor = new Thread(this::accept, "kafka-proxy-" + server.getLocalPort() + "-accept");
        acceptor.setDaemon(true);
    }

    /** Listens on a free port of localhost, for a broker on localhost that need not be there yet. */
    public static KafkaProxy to(int brokerPort) {
        return to(InetSocketAddress.createUnresolved("localhost", brokerPort));
    }

    public static KafkaProxy to(InetSocketAddress broker) {
        try {
            ServerSocket server = new ServerSocket();
            server.bind(new InetSocketAddress("localhost", 0), BACKLOG);
            KafkaProxy proxy = new KafkaProxy(server, broker);
            proxy.acceptor.start();
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException("no port on localhost can be opened", e);
        }
    }

    private void accept() {
        while (!closed) {
            try {
                serve(server.accept());
            } catch (IOException e) {
                if (!closed) {
                    traffic.problem("the proxy does not accept connections any more", e);
                }
                return;
            }
        }
    }

    private void serve(Socket client) {
        Connection connection = new Connection(accepted.incrementAndGet(), client, traffic, connections::remove);
        connections.add(connection);
        connection.start(target);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** What clients connect to: {@code localhost:PORT}. */
    public String bootstrap() {
        return "localhost:" + port();
    }

    /** Starts a rule for these APIs. */
    public RuleBuilder.Side on(ApiKeys... apis) {
        if (apis.length == 0) {
            throw new IllegalArgumentException("no API; onAny() is for all of them");
        }
        return new RuleBuilder.Side(traffic, Rule.Match.set(apis));
    }

    /** Starts a rule for every API. */
    public RuleBuilder.Side onAny() {
        return new RuleBuilder.Side(traffic, Set.of());
    }

    /** A share of this proxy for one of several users. */
    public ProxyView view() {
        return new ProxyView(traffic);
    }

    /** Removes every rule and releases every held frame. */
    public void removeRules() {
        traffic.removeRules();
    }

    /** How many frames of this API have arrived at the proxy, whatever became of them. */
    public long seen(ApiKeys api, Direction direction) {
        return traffic.counters().seen(api, direction);
    }

    /**
     * How many frames of this API were sent on in full. Who has an answer finds it and its request counted; a request
     * sent twice counts once.
     */
    public long forwarded(ApiKeys api, Direction direction) {
        return traffic.counters().forwarded(api, direction);
    }

    /**
     * Waits until so many frames of this API have arrived since the proxy's start. A response that was seen says that
     * the broker has done what it was asked; what the proxy does with it may still be under way.
     *
     * @throws AssertionError with all counters where that does not happen in time
     */
    public void awaitSeen(ApiKeys api, Direction direction, long count, Duration timeout) throws InterruptedException {
        traffic.counters().awaitSeen(api, direction, count, timeout);
    }

    /** All counters, for messages: {@code API requests seen/forwarded, responses seen/forwarded; …}. */
    public String counters() {
        return traffic.counters().toString();
    }

    /** What was done to whom so far, oldest first; the first 100,000. */
    public List<FiredFault> faults() {
        return traffic.faults();
    }

    /** What went wrong by nobody's intention, such as bytes that are no Kafka frames. Empty in a sound test. */
    public List<String> problems() {
        return traffic.problems();
    }

    /** Lets nothing pass in this direction, on any connection, until {@link #resume}. Nothing is lost by it. */
    public void pause(Direction direction) {
        traffic.pause(direction);
    }

    public void resume(Direction direction) {
        traffic.resume(direction);
    }

    /** Pauses both directions: the broker is there but does not answer. Connections are still accepted. */
    public void pauseAll() {
        pause(Direction.REQUEST);
        pause(Direction.RESPONSE);
    }

    public void resumeAll() {
        resume(Direction.REQUEST);
        resume(Direction.RESPONSE);
    }

    /** Cuts the connections of the clients whose whole id matches; how many that were. */
    public int cut(String clientIdRegex) {
        Pattern pattern = Pattern.compile(clientIdRegex);
        return cut(connection -> pattern.matcher(connection.clientId()).matches(), "of " + clientIdRegex);
    }

    /** Cuts every connection; new ones are accepted. */
    public int cutAll() {
        return cut(connection -> true, "of all clients");
    }

    private int cut(Predicate<Connection> which, String whose) {
        List<Connection> chosen = connections.stream().filter(which).toList();
        chosen.forEach(Connection::cut);
        traffic.fired(chosen.size() + " connections " + whose + " cut", Optional.empty());
        return chosen.size();
    }

    /** How many connections there are now; one of a client that is gone counts until the broker knows of it. */
    public int openConnections() {
        return connections.size();
    }

    /** How many connections were accepted since the start. */
    public long acceptedConnections() {
        return accepted.get();
    }

    /** Cuts everything and returns when no thread of the proxy is left. */
    @Override
    public void close() {
        closed = true;
        try {
            server.close();
            acceptor.join(CLOSE_TIMEOUT.toMillis());
            List<Connection> last = List.copyOf(connections);
            last.forEach(Connection::cut);
            for (Connection connection : last) {
                if (!connection.join(CLOSE_TIMEOUT)) {
                    throw new IllegalStateException("connection " + connection.number() + " does not end");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            connections.forEach(Connection::cut);
            Thread.currentThread().interrupt();
        }
    }
}
