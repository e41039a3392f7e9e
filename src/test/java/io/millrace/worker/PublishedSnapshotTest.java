package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.offsets.PartitionView;
import java.time.Duration;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.junit.jupiter.api.Test;

/** What a worker shows of itself, when it is asked and by itself. */
class PublishedSnapshotTest {
    private final LoopBench bench = new LoopBench();

    @Test
    void anIdlePartitionShowsTheCommittedOffsetAsItsPosition() throws Exception {
        bench.group.append(0, 5).commit(0, 5);
        bench.open(0);
        bench.runOnce();
        assertThat(bench.view(0)).isEqualTo(new PartitionView(ScriptedGroup.partition(0), 1, null, 5L, 5L));
        assertThat(bench.consumer.commits().sent()).isEmpty();
    }

    @Test
    void aPositionThatIsNotKnownYetIsShownAsUnknown() throws Exception {
        bench.group.append(0, 5).commit(0, 5);
        bench.open();
        bench.consumer.assignNext(0);
        bench.consumer.pollFails(new DisconnectException());
        bench.runOnce();
        assertThat(bench.view(0)).isEqualTo(new PartitionView(ScriptedGroup.partition(0), 1, null, null, null));
    }

    @Test
    void aPositionThatCannotBeLookedUpIsShownAsUnknown() throws Exception {
        bench.group.append(0, 5).commit(0, 5);
        bench.open(0);
        bench.consumer.positionFails(new UnknownMemberIdException());
        bench.runOnce();
        assertThat(bench.view(0).position()).isNull();
        bench.consumer.positionFails(null);
        bench.runOnce();
        assertThat(bench.view(0).position()).isEqualTo(5);
    }

    @Test
    void aSnapshotInTheMiddleOfAPollShowsWhatIsFinishedAndNotWhereTheClientStands() throws Exception {
        bench.group.append(0, 10).commit(0, 0).append(1, 10).commit(1, 0);
        bench.handler.at(0, 4, () -> bench.mailbox.post(loop -> loop.publish(false)));
        bench.handler.at(0, 5, () -> {
            PartitionView shown = bench.shown().partitions().stream()
                    .filter(view -> view.partition().equals(ScriptedGroup.partition(0)))
                    .findFirst()
                    .orElseThrow();
            assertThat(shown.position()).isEqualTo(5);
            assertThat(shown.committed()).isEqualTo(0);
        });
        bench.open(0, 1);
        bench.runOnce();
        assertThat(bench.handler.handled()).hasSize(20);
    }

    @Test
    void theSameCommandIsNotPiledUp() throws Exception {
        bench.open();
        int[] runs = new int[2];
        Mailbox.Command one = loop -> runs[0]++;
        Mailbox.Command other = loop -> runs[1]++;
        for (int i = 0; i < 10; i++) {
            bench.mailbox.post(one);
            bench.mailbox.post(other);
        }
        bench.runOnce();
        assertThat(runs).containsExactly(1, 1);
        bench.mailbox.post(one);
        bench.runOnce();
        assertThat(runs).containsExactly(2, 1);
    }

    @Test
    void aCommandRunsBetweenTwoRecords() throws Exception {
        bench.group.append(0, 4).commit(0, 0);
        bench.handler.at(0, 1, () -> bench.mailbox.post(loop -> bench.journal.add("command")));
        bench.open(0);
        bench.runOnce();
        assertThat(bench.journal.of("handle", "command"))
                .containsExactly("handle 0@0", "handle 0@1", "command", "handle 0@2", "handle 0@3");
    }

    @Test
    void theEndOfABurstIsShownSoon() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.open(0);
        bench.runOnce();
        long busy = bench.clock.getAsLong();
        bench.runOnce();
        assertThat(Duration.ofNanos(bench.clock.getAsLong() - busy)).isLessThanOrEqualTo(Duration.ofMillis(100));
        assertThat(bench.shown().counts().handled()).isEqualTo(5);
    }

    @Test
    void aHandlerWhoseResultFailsDoesNotCostTheLastCommit() throws Exception {
        bench.group.append(0, 5).commit(0, 0);
        bench.async(LoopBench.COMMIT_TIMEOUT, Duration.ofHours(1), 100);
        bench.open(0);
        bench.runOnce();
        bench.group.append(0, 5);
        bench.runOnce();
        for (int i = 0; i < 3; i++) {
            bench.handler.fail("result", new IllegalStateException("no result"));
        }
        Throwable failure = catchThrowable(bench::drain);
        if (failure != null) {
            bench.abandon(failure);
        }
        assertThat(bench.group.committed(0)).isEqualTo(10);
    }
}
