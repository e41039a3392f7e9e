package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import io.millrace.config.ConfigLoader;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is promised, for each way to move an offset. */
class PromiseTest {
    private static final int PROCESSORS = 2;
    private static final String CLEAN = "after a clean stop nothing is lost and nothing is repeated";

    private static Promise promise(String lines) {
        return Promise.of(
                ConfigLoader.load(ConfigFactory.parseString("""
                        millrace {
                          kafka { bootstrap.servers = "127.0.0.1:1", group.id = G, max.poll.records = 70 }
                          source.topics = [t]
                          workers.count = 3
                          %s
                        }
                        """.formatted(lines)))
                        .config(),
                PROCESSORS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "commit.how = sync | 210 | max.poll.records",
                "commit.at = partition | 210 | max.poll.records",
                "commit.at = record | 3 | delivery.commit.at = record",
                "commit { at = interval, how = sync, every-records = 9 } | 27 | delivery.commit.every-records",
                "commit { at = interval, every-records = 9, max-unacknowledged = 20 } | 60 | delivery.commit.max-unacknowledged",
                "commit.max-unacknowledged = 20 | 60 | delivery.commit.max-unacknowledged",
                "mode = at-least-once | 300000 | delivery.commit.max-unacknowledged",
            })
    void atLeastOnceRepeatsAKnownNumberAndLosesNothing(String delivery, long records, String setting) {
        Promise promise = promise("delivery { " + delivery + " }");

        assertThat(promise.repeatedAtMost()).hasValue(records);
        assertThat(promise.repeated()).hasToString(Long.toString(records));
        assertThat(promise.lostAtMost()).hasValue(0);
        assertThat(promise.words())
                .contains(CLEAN, "a record that fails stops the run before that record; nothing past it is committed")
                .contains(String.format(
                        "after a crash of the process at most %,d records are repeated (%,d for each worker, %s; 3"
                                + " workers); none is lost",
                        records, records / 3, setting));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mode = at-least-once | waits where the bound below would be exceeded",
                "commit.how = sync | each poll is committed before the next record is handled",
                "commit.at = partition | the records of one partition in a poll are committed before",
                "commit.at = record | each record is committed before the next one is handled",
                "commit.at = interval | a commit is due after 1,000 records or 5s, also in the middle of a poll; the loop goes on",
                "commit { at = interval, how = sync, every = 100ms } | after 1,000 records or 100ms, also in the middle of a poll, and the loop waits",
                "mode = at-most-once | each poll is committed before any of it is handled",
                "mode = at-most-once, commit.at = partition | the records of one partition in a poll are committed before any of it is handled",
                "mode = at-most-once, commit.at = record | each record is committed before any of it is handled",
            })
    void saysWhenACommitIsMade(String delivery, String words) {
        assertThat(promise("delivery { " + delivery + " }").words())
                .filteredOn(line -> line.contains(words))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"poll, 210", "partition, 210", "record, 3"})
    void atMostOnceLosesAKnownNumberAndRepeatsNothing(String at, long records) {
        Promise promise = promise("delivery { mode = at-most-once, commit.at = " + at + " }");

        assertThat(promise.repeatedAtMost()).hasValue(0);
        assertThat(promise.lostAtMost()).hasValue(records);
        assertThat(promise.words())
                .anyMatch(line -> line.startsWith(CLEAN))
                .anyMatch(line ->
                        line.startsWith("after a crash of the process at most " + records + " records are lost ("))
                .anyMatch(
                        line -> line.startsWith("a record that fails stops the run: it ") && line.endsWith("reported"))
                .anyMatch(line -> line.startsWith("where shutdown.drain is over with ") && line.endsWith("reported"));
    }

    @Test
    void autoHasNoNumber() {
        Promise promise = promise("delivery { mode = auto, commit.every = 2s }");

        assertThat(promise.repeatedAtMost()).isEmpty();
        assertThat(promise.lostAtMost()).hasValue(0);
        assertThat(promise.repeated()).hasToString("2s of work and one poll (70 records) for each worker");
        assertThat(promise.words())
                .contains(CLEAN)
                .contains(
                        "after a crash of the process at most 2s of work and one poll (70 records) for each worker are"
                                + " repeated (3 workers; no number of records bounds it); none is lost");
    }

    @Test
    void noneReadsEverythingAgain() {
        Promise promise = promise("delivery.mode = none");

        assertThat(promise.repeatedAtMost()).isEmpty();
        assertThat(promise.repeated()).hasToString("everything since start");
        assertThat(promise.lostAtMost()).hasValue(0);
        assertThat(promise.words())
                .contains("nothing is committed: each start of the process reads from start again (start.otherwise ="
                        + " earliest where the group has committed nothing)")
                .anyMatch(line -> line.startsWith("within the process a worker that gets a partition goes on where"))
                .noneMatch(CLEAN::equals);
    }

    @ParameterizedTest
    @CsvSource({"latest, false", "'\"within:PT1H\"', false", "earliest, true", "fail, true"})
    void whoReadsFromTheEndWithoutCommitsMayPassSomethingOver(String otherwise, boolean none) {
        Promise promise = promise("delivery.mode = none, source.start.otherwise = " + otherwise);

        assertThat(promise.lostAtMost()).isEqualTo(none ? OptionalLong.of(0) : OptionalLong.empty());
    }

    @Test
    void countsNoMoreWorkersThanProcessorsWhereTheirNumberIsFoundLater() {
        assertThat(promise("delivery.commit.how = sync, workers.count = auto").repeatedAtMost())
                .hasValue(PROCESSORS * 70);
        Promise one = promise("delivery.commit.at = record, workers.count = 1");
        assertThat(one.repeatedAtMost()).hasValue(1);
        assertThat(one.words())
                .contains("after a crash of the process at most 1 record is repeated (1 for each worker,"
                        + " delivery.commit.at = record; 1 worker); none is lost");
    }
}
