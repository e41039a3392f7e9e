package io.millrace.testkit.proxy;

import io.millrace.broker.BrokerException;
import io.millrace.broker.BrokerOptions;
import io.millrace.broker.BrokerProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * A broker in a JVM of its own with a proxy before it. It has a listener more than usual, which advertises the proxy's
 * port: whoever starts with {@link #bootstrap} stays behind the proxy, whoever starts with {@link #directBootstrap}
 * never meets it, and neither does the broker's talk with itself. Proxy, ports and data outlive the broker's restarts.
 * For one thread at a time, the proxy for any.
 */
public final class ProxiedBroker implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 3;

    /**
     * Below what systems hand out for outgoing calls, so that nothing takes a port while the broker is down. The
     * broker's settings must name them before anything is bound.
     */
    private static final int FIRST_PORT = 20_000;

    private static final int LAST_PORT = 32_000;

    private final KafkaProxy proxy;
    private final BrokerProcess broker;
    private final Admin admin;

    private ProxiedBroker(KafkaProxy proxy, BrokerProcess broker) {
        this.proxy = proxy;
        this.broker = broker;
        admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap()));
    }

    public static ProxiedBroker start() {
        return start(BrokerOptions.temporary());
    }

    /**
     * Starts a broker and its proxy and returns when clients can use it.
     *
     * @param options the port is not used, and overrides must leave the listeners alone
     */
    public static ProxiedBroker start(BrokerOptions options) {
        for (int attempt = 1; ; attempt++) {
            try {
                return startOnce(options);
            } catch (BrokerException e) {
                // Another process may have taken a port between the look and the start.
                if (attempt == ATTEMPTS || !String.valueOf(e.getMessage()).contains("in use")) {
                    throw e;
                }
            }
        }
    }

    private static ProxiedBroker startOnce(BrokerOptions options) {
        PrimitiveIterator.OfInt ports = ThreadLocalRandom.current()
                .ints(FIRST_PORT, LAST_PORT)
                .distinct()
                .filter(ProxiedBroker::isFree)
                .iterator();
        int direct = ports.nextInt();
        int behind = ports.nextInt();
        int controller = ports.nextInt();
        KafkaProxy proxy = KafkaProxy.to(behind);
        try {
            return new ProxiedBroker(
                    proxy,
                    BrokerProcess.start(listeners(options, direct, behind, controller, proxy.port()), START_TIMEOUT));
        } catch (RuntimeException e) {
            proxy.close();
            throw e;
        }
    }

    private static BrokerOptions listeners(
            BrokerOptions options, int direct, int behind, int controller, int proxyPort) {
        String plain = "PLAINTEXT://localhost:" + direct;
        return options.withPort(direct)
                .with("listeners", plain + ",PROXIED://localhost:" + behind + ",CONTROLLER://localhost:" + controller)
                .with("advertised.listeners", plain + ",PROXIED://localhost:" + proxyPort)
                .with("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT")
                .with("controller.quorum.voters", "1@localhost:" + controller);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress("localhost", port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public KafkaProxy proxy() {
        return proxy;
    }

    /** Where the clients start that are to stay behind the proxy. */
    public String bootstrap() {
        return proxy.bootstrap();
    }

    /** Where the test's own clients start, which no fault hits. */
    public String directBootstrap() {
        return broker.bootstrap();
    }

    /** Past the proxy; closed with this broker. */
    public Admin admin() {
        return admin;
    }

    /** The broker's process id, for signals; another one after a restart. */
    public long pid() {
        return broker.pid();
    }

    public boolean isAlive() {
        return broker.isAlive();
    }

    /** Ends the broker with SIGKILL; {@link #restart} brings it back. */
    public void kill() {
        broker.kill();
    }

    /** Stops the broker in good order; {@link #restart} brings it back. */
    public void stop() {
        broker.stop();
    }

    /** Stops the broker where it still runs and starts it again, behind the same proxy and with the same data. */
    public void restart() {
        broker.restart();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
        proxy.close();
        broker.close();
    }
}
