package io.millrace.demo;

import io.millrace.config.MillraceConfig;
import io.millrace.supervisor.EngineParts;
import io.millrace.supervisor.EngineSnapshot;
import io.millrace.supervisor.RunBounds;
import io.millrace.supervisor.StopReason;
import io.millrace.supervisor.Supervisor;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** One consumer of the groups demo: an engine with one worker. One thread. */
final class GroupMember {
    private final String name;
    private final Supervisor engine;

    private GroupMember(String name, Supervisor engine) {
        this.name = name;
        this.engine = engine;
    }

    static GroupMember join(String bootstrap, String group, int number) {
        String name = group + "-" + number;
        MillraceConfig config = DemoConfig.of(List.of(
                "name=" + name,
                "kafka.bootstrap.servers=\"" + bootstrap + "\"",
                "kafka.group.id=" + group,
                // So that members hear quickly that others came: this is to be watched, not to be run for years.
                "kafka.consumer.\"heartbeat.interval.ms\"=300",
                "source.topics=[" + Cities.TOPIC + "]",
                "source.poll-timeout=200ms",
                "workers.count=1",
                "handler.type=count"));
        Supervisor engine = new Supervisor(
                config, EngineParts.configured(config, Thread.currentThread().getContextClassLoader()), RunBounds.NONE);
        engine.start();
        return new GroupMember(name, engine);
    }

    int ownedCount() {
        return owned().size();
    }

    long handled() {
        return engine.snapshot().counts().handled();
    }

    private List<TopicPartition> owned() {
        EngineSnapshot now = engine.snapshot();
        return now.workers().stream().flatMap(worker -> worker.owned().stream()).toList();
    }

    /** Who it is and what it owns. */
    String describe(int partitions) {
        List<TopicPartition> owned = owned();
        return name + "  "
                + (owned.isEmpty()
                        ? "idle: there are only " + partitions + " partitions"
                        : owned.stream().map(TopicPartition::toString).sorted().collect(Collectors.joining(", ")));
    }

    void stop() {
        engine.stop(StopReason.ADMIN);
    }

    /** The count by country, when the engine has stopped. */
    Object awaitResult() {
        return engine.report().join().last().result();
    }
}
