package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.worker.CommitAnswer;
import io.millrace.worker.LoopBench;
import io.millrace.worker.WorkerSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.errors.RebalanceInProgressException;

/**
 * One random run of a mode: polls bring few records or many, commits fail, are applied and not answered, or are hit by
 * wakeups, partitions come and go, the handler asks for commits, the client's own timer rings, calls last too long; and
 * at the end a stop, or a failure. From the outside it is checked what must hold all the time.
 */
final class ModeStory {
    private static final int PARTITIONS = 3;

    private final Mode mode;
    private final Random random;
    private final String name;
    private final boolean fails;
    /** Who loses a partition cannot ask any more what became of a commit without an answer. */
    private final boolean loses;

    private final LoopBench bench = new LoopBench();
    private final Set<Integer> owned = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();
    private boolean asked;
    private int told;
    private final Map<Integer, Integer> undone = new HashMap<>();
    private long budget = Long.MAX_VALUE;
    private WorkerSnapshot last;

    ModeStory(Mode mode, long seed, boolean fails) {
        this.mode = mode;
        this.random = new Random(seed);
        this.name = mode + ", seed " + seed;
        this.fails = fails;
        this.loses = random.nextInt(3) == 0;
    }

    void run() throws Exception {
        open();
        Throwable failure = null;
        boolean clean = false;
        try {
            for (int step = 0; step < 40; step++) {
                script();
                bench.runOnce();
            }
            clean = drain();
        } catch (Throwable e) {
            failure = e;
        }
        if (failure != null) {
            if (!fails) {
                throw new AssertionError(name + "\n" + bench.journal, failure);
            }
            bench.abandon(failure);
        }
        last = bench.lastSnapshot();
        if (!fails && !loses) {
            assertThat(clean || !last.lost().isEmpty()).as(name).isTrue();
        }
    }

    private boolean drain() {
        if (random.nextBoolean()) {
            bench.consumer.commits().forgetScript();
            bench.consumer.commits().holdAnswers(false);
        }
        bench.stop();
        return bench.drain();
    }

    private void open() throws Exception {
        mode.on(bench);
        if (random.nextInt(5) == 0) {
            budget = 1 + random.nextInt(200);
            bench.budget(budget);
        }
        bench.group.commit(0, 0).commit(1, 0);
        bench.handler.onEach(record -> handled());
        bench.consumer.commits().onForget(this::gone);
        bench.open();
    }

    private void script() {
        bench.consumer.maxPollRecords(1 + random.nextInt(random.nextBoolean() ? 5 : 40));
        for (int partition = 0; partition < PARTITIONS; partition++) {
            bench.group.append(partition, random.nextInt(10));
            bench.group.hole(partition, random.nextInt(4) == 0 ? random.nextInt(3) : 0);
        }
        bench.clock.advance(Duration.ofMillis(random.nextInt(60)));
        bench.consumer.commits().arrive();
        bench.consumer.commits().holdAnswers(random.nextInt(3) == 0);
        bench.consumer.commits().applyOnWakeup(random.nextBoolean());
        if (random.nextInt(3) == 0) {
            bench.consumer.timerRings();
        }
        if (random.nextInt(5) == 0) {
            bench.consumer.commits().syncAnswers(answer());
        }
        if (random.nextInt(5) == 0) {
            bench.consumer.commits().asyncAnswers(answer());
        }
        wakeups();
        if (owned.size() < PARTITIONS || random.nextInt(6) == 0) {
            rebalance();
        }
        if (fails && random.nextInt(30) == 0) {
            failure();
        }
    }

    private CommitAnswer answer() {
        return switch (random.nextInt(loses ? 6 : 5)) {
            case 0 -> CommitAnswer.lost();
            case 1 -> CommitAnswer.refused(new RebalanceInProgressException());
            case 2 -> new CommitAnswer(true, new RebalanceInProgressException(), Duration.ZERO);
            case 3 -> CommitAnswer.refused(new RetriableCommitFailedException("later"));
            case 4 -> CommitAnswer.timedOut(Duration.ofMillis(random.nextInt(3000)));
            default -> CommitAnswer.refused(new CommitFailedException());
        };
    }

    private void wakeups() {
        String[] calls = {"commitSync", "commitSync", "committed", "poll", "beginningOffsets"};
        while (random.nextInt(4) == 0) {
            bench.consumer.before(calls[random.nextInt(calls.length)], bench.consumer::wakeup);
        }
    }

    private void rebalance() {
        int partition = random.nextInt(PARTITIONS);
        if (!owned.contains(partition)) {
            bench.consumer.assignNext(partition);
            owned.add(partition);
            return;
        }
        switch (random.nextInt(loses ? 4 : 3)) {
            case 0 -> {
                bench.consumer.revokeNext(partition);
                owned.remove(partition);
            }
            case 1 -> {
                bench.consumer.revokeNext(partition);
                bench.consumer.assignNext(partition);
            }
            case 2 -> {
                bench.consumer.revokeNext(all());
                bench.consumer.assignNext(all());
            }
            default -> {
                bench.consumer.loseNext(partition);
                owned.remove(partition);
            }
        }
    }

    private int[] all() {
        return owned.stream().mapToInt(Integer::intValue).toArray();
    }

    private void failure() {
        int partition = random.nextInt(PARTITIONS);
        long offset = bench.consumer.endOf(partition) - random.nextInt(5);
        switch (random.nextInt(6)) {
            case 0 -> bench.handler.failAt(partition, offset, new IllegalStateException("scripted"));
            case 1 -> bench.handler.failAt(partition, offset, new NoClassDefFoundError("scripted"));
            case 2 -> bench.handler.failAt(partition, offset, new OutOfMemoryError("scripted"));
            case 3 -> bench.handler.fail("flush", new IllegalStateException("scripted"));
            case 4 -> bench.handler.fail("revoked", new IllegalStateException("scripted"));
            default -> bench.handler.fail("assigned", new IllegalStateException("scripted"));
        }
    }

    /** After each record; what is thrown here would be taken for the handler's failure, so it is noted. */
    private void handled() {
        told++;
        if (told > budget) {
            problems.add("more than " + budget + " records are handled");
        }
        if (!mode.isAhead() && bench.unacknowledged() > mode.bound()) {
            problems.add(bench.unacknowledged() + " are handled and not acknowledged");
        }
        if (asked && bench.unacknowledged() > 1) {
            problems.add("a record is handled although the commit that was asked for is not acknowledged");
        }
        asked = false;
        switch (random.nextInt(60)) {
            case 0, 1 -> {
                bench.askForCommit();
                asked = !mode.isAhead() && mode != Mode.NONE;
            }
            case 2, 3, 4 -> bench.mail();
            case 5 -> bench.clock.advance(Duration.ofMillis(300));
            case 6 -> bench.consumer.wakeup();
            case 7 -> tooLong();
            default -> {}
        }
    }

    /** The client leaves its group; the next poll tells what was lost. */
    private void tooLong() {
        if (loses && random.nextInt(4) == 0) {
            bench.clock.advance(Duration.ofMinutes(6));
            bench.consumer.loseNext(all());
            owned.clear();
        }
    }

    /** A partition went: what was handled of it and is not known to be committed must have been told, and no more. */
    private void gone(int partition, List<Long> unacknowledged) {
        List<String> all = bench.handler.undone();
        List<String> fresh = all.subList(undone.getOrDefault(partition, 0), all.size());
        undone.put(partition, all.size());
        List<Long> named = new ArrayList<>();
        for (String range : fresh) {
            String[] parts = range.split("[@-]");
            if (Integer.parseInt(parts[0]) == partition) {
                for (long offset = Long.parseLong(parts[1]); offset < Long.parseLong(parts[2]); offset++) {
                    named.add(offset);
                }
            }
        }
        if (mode == Mode.NONE) {
            // Nothing comes again in the process but what could not be flushed.
            return;
        }
        boolean isTold = !mode.isAhead();
        if (isTold ? !named.containsAll(unacknowledged) : !named.isEmpty()) {
            problems.add("of " + partition + " " + unacknowledged + " come again, and told was " + fresh);
        }
        if (isTold
                && unacknowledged.isEmpty()
                && !named.isEmpty()
                && !mode.name().contains("ASYNC")) {
            problems.add("of " + partition + " nothing comes again, and told was " + fresh);
        }
    }

    void assertPromise() {
        assertThat(problems).as("%s%n%s", name, bench.journal).isEmpty();
        assertThat(bench.consumer.violations())
                .as("%s%n%s", name, bench.journal)
                .isEmpty();
        assertThat(bench.group.hasGoneDown())
                .as("%s%n%s%n%s", name, bench.group.applied(), bench.journal)
                .isFalse();
        if (mode == Mode.NONE) {
            assertThat(bench.journal.of("commitSync", "commitAsync")).as(name).isEmpty();
            assertThat(bench.handler.handled())
                    .as("%s%n%s", name, bench.journal)
                    .doesNotHaveDuplicates();
        }
        List<String> lost = bench.recordsIn(last.lost());
        if (!mode.isAhead()) {
            assertThat(lost).as(name).isEmpty();
            if (mode != Mode.NONE) {
                assertThat(bench.committedAndNotDone()).as(name).isEmpty();
            }
        } else if (loses) {
            assertThat(bench.committedAndNotDone())
                    .as("%s%n%s", name, bench.journal)
                    .containsAll(lost);
        } else {
            assertThat(lost)
                    .as("%s%n%s", name, bench.journal)
                    .containsExactlyInAnyOrderElementsOf(bench.committedAndNotDone());
        }
    }

    /** Handles two polls of three partitions, and stops while this record, counted from 0, is in hand. */
    WorkerSnapshot stopAt(int record) throws Exception {
        mode.on(bench);
        bench.consumer.maxPollRecords(13);
        int[] count = new int[1];
        bench.handler.onEach(handled -> {
            if (count[0]++ == record) {
                bench.stop();
                bench.consumer.wakeup();
            }
        });
        for (int partition = 0; partition < PARTITIONS; partition++) {
            bench.group
                    .append(partition, 4)
                    .hole(partition, 1)
                    .append(partition, 4)
                    .commit(partition, 0);
        }
        bench.open(0, 1, 2);
        for (int poll = 0; poll < 4 && count[0] <= record; poll++) {
            bench.runOnce();
        }
        assertThat(bench.drain())
                .as("%s, stop at %d%n%s", mode, record, bench.journal)
                .isTrue();
        WorkerSnapshot shown = bench.lastSnapshot();
        int committed = 0;
        for (int partition = 0; partition < PARTITIONS; partition++) {
            long to = bench.group.committed(partition);
            committed += (int) (to - (to > 4 ? 1 : 0));
        }
        assertThat(committed)
                .as("%s, stop at %d%n%s", mode, record, bench.journal)
                .isEqualTo(bench.handler.handled().size());
        bench.assertNothingForbidden();
        return shown;
    }
}
