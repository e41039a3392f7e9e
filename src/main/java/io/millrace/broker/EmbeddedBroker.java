package io.millrace.broker;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka broker in this JVM: one node, broker and controller together, on loopback alone. Start and close it from
 * one thread. Its folder must not vanish while it runs: Kafka halts the JVM then; where that is to be tried, use
 * {@link BrokerProcess}.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

    private final DataFolder folder;
    private final Listeners listeners;
    private final KraftNode node;
    private boolean closed;

    private EmbeddedBroker(DataFolder folder, Listeners listeners, KraftNode node) {
        this.folder = folder;
        this.listeners = listeners;
        this.node = node;
    }

    /**
     * Starts a broker and returns when clients can use it.
     *
     * @throws BrokerException where the port or the folder cannot be used, or a property is wrong
     */
    public static EmbeddedBroker start(BrokerOptions options) {
        DataFolder folder = DataFolder.open(options.data());
        try {
            return start(folder, Listeners.bind(options.port()), options.overrides());
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    private static EmbeddedBroker start(DataFolder folder, Listeners listeners, Map<String, String> overrides) {
        KraftNode node = null;
        try {
            if (!folder.isFormatted()) {
                KraftNode.format(folder.path());
            }
            node = new KraftNode(
                    BrokerSettings.of(listeners.port(), listeners.controllerPort(), folder.path(), overrides),
                    listeners);
            node.start();
            return new EmbeddedBroker(folder, listeners, node);
        } catch (Exception e) {
            giveUp(node, listeners);
            throw new BrokerException(
                    "the embedded broker did not start on localhost:" + listeners.port() + " with its data in "
                            + folder.path() + ": " + e.getMessage() + " (" + nextStep(e) + ")",
                    e);
        }
    }

    private static String nextStep(Exception e) {
        return e instanceof KafkaException
                ? "check the broker's properties, or start with an empty folder"
                : "try an empty folder; the log has the details";
    }

    private static void giveUp(KraftNode node, Listeners listeners) {
        try {
            if (node != null) {
                node.stop();
            }
            listeners.close();
        } catch (IOException | RuntimeException e) {
            // The failure to start is what the caller has to hear of.
            LOG.debug("the broker that did not start did not stop either", e);
        }
    }

    /** What clients connect to: {@code localhost:PORT}. */
    public String bootstrap() {
        return "localhost:" + port();
    }

    public int port() {
        return listeners.port();
    }

    /** The folder that holds the data. */
    public Path data() {
        return folder.path();
    }

    /** Stops the broker and deletes its folder where that is a temporary one. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            node.stop();
            listeners.close();
        } catch (IOException e) {
            LOG.debug("a listener of the stopped broker did not close", e);
        } finally {
            folder.close();
        }
    }
}
