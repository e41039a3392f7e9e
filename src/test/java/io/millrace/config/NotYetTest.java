package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is part of the design but not built is refused by its name, never ignored. */
class NotYetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "source.pattern = \"a.*\" | source.pattern",
                "source.pattern-syntax = re2j | source.pattern-syntax",
                "source.partitions = [\"a:0\"] | source.partitions",
                "source.start.new-partitions = earliest | source.start.new-partitions",
                "source.where { field = value } | source.where.field",
                "source.where = null | source.where",
                "source.start.from = beginning | source.start.from = beginning",
                "source.start.from = \"offset:42\" | source.start.from = offset:42",
                "source.start.from = committed-100 | source.start.from = committed-100",
                "source.start.from = { \"a:0\" = 42 } | source.start.from { … }",
                "source.key = json | source.key = json",
                "source.value { format = avro } | source.value { … }",
                "workers.restart { attempts = 5 } | workers.restart.attempts",
                "delivery.mode = exactly-once | delivery.mode = exactly-once",
                "delivery.store.type = kafka | delivery.store.type",
                "errors.retry.attempts = 3 | errors.retry.attempts",
                "errors {} | errors",
                "admin.port = 8085 | admin.port",
                "metrics.console = off | metrics.console",
                "metrics.csv { every = 10s } | metrics.csv.every",
                "log.format = json | log.format",
                "handler.type = average | handler.type = average",
            })
    void isRefusedByName(String line, String name, @TempDir Path directory) {
        assertThat(new Loading(directory).faults(Loading.goodWith(line)))
                .singleElement()
                .asString()
                .startsWith("error[C06] app.conf:7:")
                .contains(" millrace." + name + " is not available yet\n  fix: ");
    }
}
