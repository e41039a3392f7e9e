package io.millrace.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What Kafka settings must be there and which do not go together. Used by the loading thread alone. */
final class KafkaRules {
    private static final String BOOTSTRAP = "bootstrap.servers";
    private static final String PROTOCOL = "group.protocol";
    private static final Pattern SERVER =
            Pattern.compile("([A-Za-z0-9_]+://)?(\\[[0-9A-Fa-f:.%]+]|[^\\s:/]+):\\d{1,5}");

    /** What the broker decides under the consumer protocol, each with the group's setting there. */
    private static final Map<String, String> BROKER_DECIDES = Map.of(
            "session.timeout.ms", "fix: remove it; the broker has group.consumer.session.timeout.ms",
            "heartbeat.interval.ms", "fix: remove it; the broker has group.consumer.heartbeat.interval.ms",
            "partition.assignment.strategy",
                    "fix: remove it; the broker has group.consumer.assignors, the client group.remote.assignor");

    private final KafkaBlock block;
    private final Tree tree;
    private final Problems problems;

    KafkaRules(KafkaBlock block, Tree tree, Problems problems) {
        this.block = block;
        this.tree = tree;
        this.problems = problems;
    }

    void check() {
        required(List.of(KafkaKind.values()), BOOTSTRAP, "\"localhost:9092\"");
        required(List.of(KafkaKind.CONSUMER), "group.id", "my-group");
        checkServers();
        checkProtocol();
        checkHeartbeat();
        checkStaticMembership();
    }

    private void required(List<KafkaKind> kinds, String name, String example) {
        for (KafkaKind kind : kinds) {
            Optional<KafkaBlock.Setting> setting = block.setting(kind, name).filter(one -> !one.isNull());
            String value = block.texts(kind).get(name);
            if (setting.isPresent() && value != null && value.isBlank()) {
                problems.error(
                        Ids.BAD_VALUE,
                        setting.get().place(),
                        setting.get().path() + " must not be empty",
                        "fix: " + name + " = " + example);
            } else if (setting.isEmpty() && !isBroken(kind, name)) {
                problems.error(
                        Ids.MISSING,
                        tree.places().block(KafkaBlock.PATH),
                        KafkaBlock.PATH + "." + name + " is missing",
                        "fix: " + name + " = " + example);
            }
        }
    }

    private boolean isBroken(KafkaKind kind, String name) {
        return tree.isBroken(KafkaBlock.PATH + "." + name)
                || tree.isBroken(KafkaBlock.PATH + "." + kind.block() + "." + name);
    }

    private void checkServers() {
        for (KafkaBlock.Setting setting : block.settings().values()) {
            if (!setting.name().equals(BOOTSTRAP) || setting.isNull()) {
                continue;
            }
            String text = servers(setting);
            for (String server : text.split(",")) {
                if (!text.isBlank() && !SERVER.matcher(server.strip()).matches()) {
                    String shown = Redaction.server(server.strip());
                    problems.error(
                            Ids.BAD_VALUE,
                            setting.place(),
                            setting.path() + ": \"" + shown + "\" is no host:port",
                            "fix: " + BOOTSTRAP + " = \"localhost:9092\"");
                }
            }
        }
    }

    private String servers(KafkaBlock.Setting setting) {
        KafkaKind kind = setting.kind().orElse(KafkaKind.CONSUMER);
        boolean decides = block.setting(kind, BOOTSTRAP).filter(setting::equals).isPresent();
        return decides ? block.texts(kind).getOrDefault(BOOTSTRAP, "") : "";
    }

    private void checkProtocol() {
        Optional<KafkaBlock.Setting> setting = consumer(PROTOCOL);
        String protocol = block.texts(KafkaKind.CONSUMER).getOrDefault(PROTOCOL, "classic");
        if (protocol.equalsIgnoreCase("consumer")) {
            BROKER_DECIDES.forEach((name, fix) ->
                    consumer(name).ifPresent(one -> clash(one, "group.protocol = consumer: the broker decides", fix)));
        } else if (protocol.equalsIgnoreCase("classic")) {
            consumer("group.remote.assignor")
                    .ifPresent(one -> clash(one, "group.protocol = classic", "fix: group.protocol = consumer"));
        } else if (setting.isPresent()) {
            problems.error(
                    Ids.KAFKA_VALUE,
                    setting.get().place(),
                    setting.get().path() + " must be classic or consumer",
                    "fix: group.protocol = consumer");
        }
    }

    private void clash(KafkaBlock.Setting setting, String with, String fix) {
        problems.error(Ids.COMBINATION, setting.place(), setting.path() + " does not go with " + with, fix);
    }

    private void checkHeartbeat() {
        if (block.texts(KafkaKind.CONSUMER).getOrDefault(PROTOCOL, "").equalsIgnoreCase("consumer")) {
            return;
        }
        Optional<KafkaBlock.Setting> heartbeat = consumer("heartbeat.interval.ms");
        Optional<KafkaBlock.Setting> session = consumer("session.timeout.ms");
        Optional<KafkaBlock.Setting> written = heartbeat.or(() -> session);
        if (written.isPresent() && number("heartbeat.interval.ms", 3_000) >= number("session.timeout.ms", 45_000)) {
            problems.error(
                    Ids.COMBINATION,
                    written.get().place(),
                    "heartbeat.interval.ms (" + number("heartbeat.interval.ms", 3_000)
                            + ") must be less than session.timeout.ms (" + number("session.timeout.ms", 45_000) + ")",
                    "fix: heartbeat.interval.ms = " + Math.max(1, number("session.timeout.ms", 45_000) / 3));
        }
    }

    private void checkStaticMembership() {
        boolean instance = tree.value("millrace.instance")
                .filter(value -> value.unwrapped() != null)
                .isPresent();
        consumer("group.instance.id")
                .filter(setting -> !instance)
                .ifPresent(setting -> problems.error(
                        Ids.COMBINATION,
                        setting.place(),
                        setting.path()
                                + " needs millrace.instance: a random one would leave a ghost in the group at every"
                                + " restart",
                        "fix: instance = ${HOSTNAME}, or another name that a restart keeps"));
    }

    /** In milliseconds. */
    long number(String name, long otherwise) {
        try {
            return Long.parseLong(block.texts(KafkaKind.CONSUMER).getOrDefault(name, Long.toString(otherwise)));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    private Optional<KafkaBlock.Setting> consumer(String name) {
        return block.setting(KafkaKind.CONSUMER, name).filter(setting -> !setting.isNull());
    }
}
