package io.millrace.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The broker's properties: one small node that starts, elects and rebalances fast. */
public final class BrokerSettings {
    static final int NODE_ID = 1;
    static final String CONTROLLER = "CONTROLLER";

    /**
     * What makes groups react in fractions of a second, so that tests and demos need not wait. Good for any broker,
     * also one in a container.
     */
    private static final Map<String, String> FAST_GROUPS = Map.ofEntries(
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            Map.entry("group.min.session.timeout.ms", "1000"),
            Map.entry("group.consumer.assignment.interval.ms", "0"),
            Map.entry("group.consumer.min.heartbeat.interval.ms", "200"),
            Map.entry("group.consumer.heartbeat.interval.ms", "200"),
            Map.entry("group.consumer.min.session.timeout.ms", "1000"),
            Map.entry("group.consumer.session.timeout.ms", "3000"),
            Map.entry("group.share.assignment.interval.ms", "0"),
            Map.entry("group.share.min.heartbeat.interval.ms", "200"),
            Map.entry("group.share.heartbeat.interval.ms", "200"),
            Map.entry("group.share.min.session.timeout.ms", "1000"),
            Map.entry("group.share.session.timeout.ms", "3000"),
            Map.entry("group.share.min.record.lock.duration.ms", "1000"));

    /** One node has nobody to replicate to, and a topic that is never auto-created cannot hide a misspelt name. */
    private static final Map<String, String> SINGLE_NODE = Map.ofEntries(
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("offsets.topic.num.partitions", "1"),
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("transaction.state.log.num.partitions", "1"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.num.partitions", "1"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"));

    /**
     * A broker is let in again only when its former self has said goodbye or its session is over: with the default
     * session each restart after a kill takes 12 s. Shorter than this and a stalled machine would take the broker for
     * dead.
     */
    private static final Map<String, String> FAST_RESTART = Map.of(
            "controlled.shutdown.enable", "true",
            "broker.heartbeat.interval.ms", "1000",
            "broker.session.timeout.ms", "2500");

    /** Few threads and small buffers: the defaults are for a machine of its own (the cleaner alone takes 128 MB). */
    private static final Map<String, String> SMALL = Map.ofEntries(
            Map.entry("num.network.threads", "1"),
            Map.entry("num.io.threads", "2"),
            Map.entry("background.threads", "2"),
            Map.entry("log.cleaner.dedupe.buffer.size", "2097152"),
            Map.entry("log.segment.bytes", "16777216"),
            Map.entry("log.index.size.max.bytes", "1048576"));

    private BrokerSettings() {}

    /** Properties that make groups form, rebalance and notice a dead member fast; for any broker of this version. */
    public static Map<String, String> fastGroups() {
        return FAST_GROUPS;
    }

    static Map<String, String> of(int port, int controllerPort, Path folder, Map<String, String> overrides) {
        Map<String, String> settings = new HashMap<>();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(NODE_ID));
        settings.put("controller.listener.names", CONTROLLER);
        settings.put("controller.quorum.voters", NODE_ID + "@localhost:" + controllerPort);
        settings.put(
                "listeners", "PLAINTEXT://localhost:" + port + "," + CONTROLLER + "://localhost:" + controllerPort);
        settings.put("advertised.listeners", "PLAINTEXT://localhost:" + port);
        settings.put("log.dirs", folder.toString());
        settings.putAll(SINGLE_NODE);
        settings.putAll(FAST_RESTART);
        settings.putAll(SMALL);
        settings.putAll(FAST_GROUPS);
        settings.putAll(overrides);
        return settings;
    }
}
