package io.millrace.broker;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Kafka's broker and controller, put together as {@link KafkaRaftServer} does, but with sockets that are bound already
 * and with faults that are logged and thrown: Kafka's own fault handler halts the JVM, which is not the broker's alone.
 */
final class KraftNode {
    private static final Logger LOG = LoggerFactory.getLogger(KraftNode.class);

    private final ControllerServer controller;
    private final BrokerServer broker;

    KraftNode(Map<String, String> settings, ServerSocketFactory sockets) {
        KafkaConfig config = KafkaConfig.fromProps(properties(settings));
        var folders = KafkaRaftServer.initializeLogDirs(config, LOG, "");
        String clusterId = folders._1().clusterId().orElseThrow();
        SharedServer shared = new SharedServer(
                config,
                folders._1(),
                Time.SYSTEM,
                Server.initializeMetrics(config, Time.SYSTEM, clusterId),
                CompletableFuture.completedFuture(
                        QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
                QuorumConfig.parseBootstrapServers(config.quorumConfig().bootstrapServers()),
                KraftNode::faultHandler,
                sockets);
        controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), folders._2());
        broker = new BrokerServer(shared);
    }

    /** Makes an empty folder a broker's: gives it a cluster id and switches on every feature of this version. */
    static void format(Path folder) throws Exception {
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            new Formatter()
                    .setPrintStream(nowhere)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setNodeId(BrokerSettings.NODE_ID)
                    .setControllerListenerName(BrokerSettings.CONTROLLER)
                    .setReleaseVersion(MetadataVersion.latestProduction())
                    .setIgnoreFormatted(true)
                    .addDirectory(folder.toString())
                    .setMetadataLogDirectory(folder.toString())
                    .run();
        }
    }

    /** Returns when clients can use the broker. */
    void start() {
        // The controller first: the broker registers with it.
        controller.startup();
        broker.startup();
    }

    void stop() {
        broker.shutdown();
        controller.shutdown();
        broker.awaitShutdown();
        controller.awaitShutdown();
    }

    private static Properties properties(Map<String, String> settings) {
        Properties properties = new Properties();
        properties.putAll(settings);
        return properties;
    }

    private static FaultHandler faultHandler(String name, boolean fatal, Runnable action) {
        return (message, cause) -> {
            LOG.error("{} fault in the embedded broker, {}: {}", fatal ? "fatal" : "passing", name, message, cause);
            action.run();
            return new FaultHandlerException(name + ": " + message, cause);
        };
    }
}
