package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class CommitMetadataTest {
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-30T12:00:00.123456789Z"), ZoneOffset.ofHours(5));

    private static String text(String template) {
        return new CommitMetadata(template, "host-1", 3, CLOCK).now();
    }

    @Test
    void hostWorkerAndTimeAreFilledIn() {
        assertThat(text("{host} {worker} {time}")).isEqualTo("host-1 3 2026-11-30T12:00:00.123Z");
    }

    @Test
    void aPlainTextStaysAsItIs() {
        assertThat(text("release 7")).isEqualTo("release 7");
        assertThat(text("{release} {Host} {")).isEqualTo("{release} {Host} {");
        assertThat(CommitMetadata.NONE.now()).isEmpty();
    }

    @Test
    void eachPlaceIsFilledInHoweverOftenItStandsThere() {
        assertThat(text("{worker}{worker}/{time}/{time}"))
                .isEqualTo("33/2026-11-30T12:00:00.123Z/2026-11-30T12:00:00.123Z");
    }

    @Test
    void theTimeIsThatOfTheCommit() {
        Instant[] now = {Instant.parse("2026-11-30T12:00:00Z")};
        Clock moving = new Clock() {
            @Override
            public java.time.ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now[0];
            }
        };
        CommitMetadata metadata = new CommitMetadata("{time}", "h", 0, moving);
        String first = metadata.now();
        now[0] = now[0].plus(Duration.ofSeconds(1));
        assertThat(metadata.now()).isNotEqualTo(first);
    }

    @Test
    void everyKindOfCommitCarriesIt() throws Exception {
        LoopBench bench = new LoopBench().metadata(new CommitMetadata("{host}/{worker}", "h", 2, CLOCK));
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofHours(1), 100);
        bench.group.append(0, 3).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        bench.group.append(0, 3);
        bench.runTimes(2);
        bench.drain();
        assertThat(bench.consumer.commits().sent()).hasSize(2);
        assertThat(bench.consumer.commits().sent())
                .allSatisfy(sent -> assertThat(sent.offsets().values())
                        .extracting(OffsetAndMetadata::metadata)
                        .containsOnly("h/2"));
    }

    @Test
    void aCommitAheadCarriesItToo() throws Exception {
        LoopBench bench = new LoopBench().metadata(new CommitMetadata("{worker}", "h", 2, CLOCK));
        bench.atMostOnce(LoopBench.COMMIT_TIMEOUT, io.millrace.delivery.Cut.POLL);
        bench.group.append(0, 3).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.consumer.commits().sent().get(0).offsets().values())
                .extracting(OffsetAndMetadata::metadata)
                .containsExactly("2");
    }
}
