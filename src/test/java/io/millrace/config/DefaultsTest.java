package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import io.millrace.offsets.StartPosition;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefaultsTest {
    /** What has no default and must be written. */
    private static final Set<String> REQUIRED = Set.of("source.topics");

    @Test
    void referenceAndRecordsHaveTheSameKeys() {
        Set<String> referenced = new TreeSet<>();
        collect("", Sources.reference().root().toConfig().getConfig("millrace").root(), referenced);
        Set<String> recorded = new TreeSet<>();
        collect("", MillraceConfig.class, recorded);
        recorded.removeAll(REQUIRED);

        assertThat(referenced).isEqualTo(recorded);
    }

    private static void collect(String prefix, ConfigObject block, Set<String> into) {
        for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
            if (entry.getValue() instanceof ConfigObject nested && !nested.isEmpty()) {
                collect(prefix + entry.getKey() + ".", nested, into);
            } else {
                into.add(prefix + entry.getKey());
            }
        }
    }

    private static void collect(String prefix, Class<?> type, Set<String> into) {
        for (RecordComponent component : type.getRecordComponents()) {
            String path = prefix + KnownKeys.key(component);
            if (component.getType() == HandlerConfig.class) {
                into.add(path + ".type");
            } else if (component.getType().isRecord() && component.getType() != WorkerCount.class) {
                collect(path + ".", component.getType(), into);
            } else {
                into.add(path);
            }
        }
    }

    @Test
    void whatIsNotWrittenHasItsDefault(@TempDir Path directory) {
        MillraceConfig config = new Loading(directory).load(Loading.GOOD).config();

        assertThat(config.name()).isEqualTo("millrace");
        assertThat(config.instance()).isEmpty();
        assertThat(config.startTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.kafka().consumer()).isEqualTo(Map.of("bootstrap.servers", "localhost:9092", "group.id", "G"));
        assertThat(config.kafka().producer()).isEqualTo(Map.of("bootstrap.servers", "localhost:9092"));
        assertThat(config.source().topics()).containsExactly("a");
        assertThat(config.source().start()).isEqualTo(new StartConfig("committed", new StartPosition.Earliest()));
        assertThat(config.source().key()).isEqualTo("string");
        assertThat(config.workers().count().fixed()).isEmpty();
        assertThat(config.delivery())
                .isEqualTo(new DeliveryConfig(
                        DeliveryConfig.Mode.AT_LEAST_ONCE,
                        new CommitConfig(
                                CommitConfig.At.POLL,
                                Optional.empty(),
                                Duration.ofMillis(50),
                                100_000,
                                1000,
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(5),
                                ""),
                        Duration.ofSeconds(20)));
        assertThat(config.handler().type()).isEqualTo("count");
        assertThat(config.shutdown())
                .isEqualTo(new ShutdownConfig(Duration.ofSeconds(20), Duration.ofSeconds(5), false));
        assertThat(config.metrics().jmx()).isTrue();
        assertThat(config.log().level()).isEqualTo("INFO");
    }
}
