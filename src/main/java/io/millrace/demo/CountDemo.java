package io.millrace.demo;

import io.millrace.cli.EngineRunner;
import io.millrace.config.MillraceConfig;
import io.millrace.supervisor.RunBounds;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The main job: the running count by country. */
final class CountDemo {
    static final int PARTITIONS = 8;
    private static final int WORKERS = 4;

    private final String bootstrap;

    CountDemo(String bootstrap) {
        this.bootstrap = bootstrap;
    }

    int run(Steps steps) {
        steps.begin("counting by country with " + WORKERS + " workers; the running count, then the summary:");
        MillraceConfig config = DemoConfig.of(List.of(
                "name=country-counter",
                "kafka.bootstrap.servers=\"" + bootstrap + "\"",
                "kafka.group.id=CountryCounter",
                "source.topics=[" + Cities.TOPIC + "]",
                "workers.count=" + WORKERS,
                "handler.type=count",
                "handler.every=500ms"));
        RunBounds toTheEnd = new RunBounds(true, OptionalLong.empty(), Optional.empty());
        return EngineRunner.configured(config, toTheEnd, false, Optional.empty())
                .run();
    }
}
