package io.millrace;

import static io.millrace.testkit.KafkaFixture.kafka;
import static io.millrace.testkit.KafkaFixture.uniqueName;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.millrace.api.OffsetRange;
import io.millrace.api.RecordHandler;
import io.millrace.metrics.CommitFailureCause;
import io.millrace.metrics.MetricNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A record takes longer than {@code max.poll.interval.ms}: the group gives the partitions to another, and the commit is
 * refused when the handler comes back. The handler writes a file for each partition.
 */
class UndoIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int PER_PARTITION = 100;

    @TempDir
    private Path folder;

    private final String topic = kafka().createTopic(4);
    private final String group = uniqueName("group");
    private final List<AssertionError> faults = new CopyOnWriteArrayList<>();

    private Config config(String name, String... more) {
        return ConfigFactory.parseString(
                """
                millrace {
                  name = %s
                  kafka { bootstrap.servers = "%s", group.id = %s }
                  source.topics = [%s]
                  workers.count = 1
                  kafka.consumer { "max.poll.interval.ms" = 2000 }
                  delivery.revoke-timeout = 1s
                  %s
                }
                """.formatted(group + name, kafka().bootstrap(), group, topic, String.join("\n", more)));
    }

    /** Has one file open for each partition that is its own, and none besides. */
    private class FileHandler implements RecordHandler<String, String> {
        final Map<TopicPartition, Set<Long>> handled = new ConcurrentHashMap<>();
        final Map<TopicPartition, OffsetRange> undone = new ConcurrentHashMap<>();
        final List<String> told = new CopyOnWriteArrayList<>();
        private final Map<TopicPartition, Writer> open = new HashMap<>();

        @Override
        public void assigned(Collection<TopicPartition> partitions) {
            for (TopicPartition partition : partitions) {
                try {
                    Path file = folder.resolve(partition + "-" + System.identityHashCode(this));
                    Writer before = open.put(partition, Files.newBufferedWriter(file));
                    check(before == null, partition + " came and had not gone");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        @Override
        public void handle(String key, String value, ConsumerRecord<byte[], byte[]> record) throws Exception {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            open.get(partition).write(record.offset() + "\n");
            handled.computeIfAbsent(partition, any -> new TreeSet<>()).add(record.offset());
        }

        @Override
        public void flush() throws IOException {
            for (Writer writer : open.values()) {
                writer.flush();
            }
        }

        @Override
        public void undo(Map<TopicPartition, OffsetRange> ranges) {
            told.add("undo");
            check(open.keySet().containsAll(ranges.keySet()), "undo of what is not open: " + ranges);
            undone.putAll(ranges);
        }

        @Override
        public void revoked(Collection<TopicPartition> partitions) {
            told.add("revoked");
            closeAll(partitions);
        }

        /** After the poll interval everything is lost at once. */
        @Override
        public void lost(Collection<TopicPartition> partitions) {
            told.add("lost");
            closeAll(partitions);
            check(open.isEmpty(), "all are lost, and open are " + open.keySet());
        }

        private void closeAll(Collection<TopicPartition> partitions) {
            for (TopicPartition partition : partitions) {
                try {
                    open.remove(partition).close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        @Override
        public void close() {
            check(open.isEmpty(), "at the end " + open.size() + " files are open");
        }
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            faults.add(new AssertionError(otherwise));
        }
    }

    /** Takes one record for as long as the test wants. */
    private final class SlowHandler extends FileHandler {
        private final CountDownLatch inHand = new CountDownLatch(1);
        private final CountDownLatch free = new CountDownLatch(1);
        private int count;

        @Override
        public void handle(String key, String value, ConsumerRecord<byte[], byte[]> record) throws Exception {
            super.handle(key, value, record);
            count++;
            if (count == PER_PARTITION) {
                inHand.countDown();
                free.await();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "classic, CooperativeStickyAssignor, delivery.commit.how = sync",
        "classic, RangeAssignor, delivery.commit.how = async",
        "classic, CooperativeStickyAssignor, delivery.commit.at = interval",
        "consumer, '', delivery.commit.how = sync",
        "consumer, '', delivery.commit.how = async"
    })
    void undoNamesExactlyWhatIsDeliveredAgain(String protocol, String assignor, String commit) throws Exception {
        kafka().produceToEach(topic, PER_PARTITION);
        String of = assignor.isEmpty()
                ? ""
                : "kafka.consumer { \"partition.assignment.strategy\" = \"org.apache.kafka.clients.consumer." + assignor
                        + "\" }";
        String[] more = {
            "kafka.consumer { \"max.poll.records\" = 150 }", "kafka.group.protocol = " + protocol, of, commit
        };
        SlowHandler slow = new SlowHandler();
        FileHandler other = new FileHandler();
        try (Millrace late = Millrace.create(config("-late", more), () -> slow)) {
            late.start();
            slow.inHand.await();
            try (Millrace next = Millrace.create(config("-next", more), () -> other)) {
                next.start();
                await().atMost(PATIENCE).until(() -> kafka().committed(group).equals(kafka().endOffsets(topic)));
                slow.free.countDown();
                await().atMost(PATIENCE).until(() -> slow.told.contains("lost"));
                if (commit.endsWith("= sync")) {
                    // An asynchronous one may still wait for its answer, and then the next one is not sent.
                    assertThat(refused()).as("commits that were refused").isPositive();
                }
                assertThat(next.stop(PATIENCE).failures()).isEmpty();
            }
            assertThat(late.stop(PATIENCE).failures()).isEmpty();
        }

        assertThat(faults).isEmpty();
        assertThat(slow.told.indexOf("undo")).isNotNegative().isLessThan(slow.told.indexOf("lost"));
        Map<TopicPartition, Set<Long>> undone = new HashMap<>();
        slow.undone.forEach((partition, range) -> undone.put(partition, offsets(range)));
        Map<TopicPartition, Set<Long>> again = new HashMap<>();
        slow.handled.forEach((partition, offsets) -> {
            Set<Long> both = new TreeSet<>(offsets);
            both.retainAll(other.handled.getOrDefault(partition, Set.of()));
            if (!both.isEmpty()) {
                again.put(partition, both);
            }
        });
        assertThat(undone).isEqualTo(again).isNotEmpty();
        assertThat(kafka().committed(group)).isEqualTo(kafka().endOffsets(topic));
    }

    private static Set<Long> offsets(OffsetRange range) {
        Set<Long> offsets = new TreeSet<>();
        for (long offset = range.from(); offset < range.to(); offset++) {
            offsets.add(offset);
        }
        return offsets;
    }

    private long refused() throws JMException {
        String metric = MetricNames.COMMIT_FAILURES + "." + CommitFailureCause.NOT_MEMBER.text();
        ObjectName name =
                new ObjectName("millrace." + group + "-late:name=" + MetricNames.of(0, metric) + ",type=counters");
        return (Long) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Count");
    }
}
