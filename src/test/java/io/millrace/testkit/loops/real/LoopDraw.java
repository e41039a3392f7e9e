package io.millrace.testkit.loops.real;

import io.millrace.testkit.loops.LoopKind;
import io.millrace.testkit.loops.Protocol;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * What a round's seed decides before it begins. Immutable. Ten seeds in a row have each kind of round with each correct
 * loop, thirty of them with each protocol too.
 *
 * @param troubles in their order
 * @param slowMicros what one record costs the handler
 * @param aborts whether records come in transactions, of which some are aborted
 */
public record LoopDraw(
        RoundKind kind,
        LoopKind loop,
        Protocol protocol,
        List<Trouble> troubles,
        int partitions,
        int maxPollRecords,
        int slowMicros,
        boolean aborts,
        boolean readCommitted) {
    private static final int TROUBLES = 5;
    private static final int MIN_PARTITIONS = 4;
    private static final int MORE_PARTITIONS = 3;
    private static final int MIN_POLL = 8;
    private static final int MORE_POLL = 30;
    private static final int MIN_MICROS = 200;
    private static final int MORE_MICROS = 800;
    /** What may be drawn; what needs a topic of its kind may not. */
    private static final List<Trouble> POOL = List.of(
            Trouble.KILL,
            Trouble.REPLACE,
            Trouble.JOIN,
            Trouble.FREEZE,
            Trouble.DEATH,
            Trouble.ANSWER_DROPPED,
            Trouble.ANSWERS_SWALLOWED,
            Trouble.COMMITS_OUT,
            Trouble.REWIND);

    /** Where nothing is committed there is no commit to be lost or set. */
    private static final List<Trouble> WITHOUT_COMMITS =
            List.of(Trouble.KILL, Trouble.REPLACE, Trouble.JOIN, Trouble.FREEZE, Trouble.DEATH);

    /** @param wrong the loop; null: a correct one, by the seed */
    static LoopDraw of(long seed, LoopKind wrong) {
        RoundKind[] kinds = RoundKind.values();
        boolean commits = wrong == null || wrong.bound(1).commits();
        RoundKind kind = commits ? kinds[(int) Math.floorMod(seed, (long) kinds.length)] : RoundKind.MARKERS;
        int turn = (int) Math.floorMod(seed / kinds.length, (long) LoopKind.CORRECT.size());
        Protocol protocol = Protocol.values()[(int) Math.floorMod(seed, (long) Protocol.values().length)];
        Random random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        return new LoopDraw(
                kind,
                wrong == null ? LoopKind.CORRECT.get(turn) : wrong,
                protocol,
                troubles(kind, commits ? POOL : WITHOUT_COMMITS, random),
                MIN_PARTITIONS + random.nextInt(MORE_PARTITIONS),
                MIN_POLL + random.nextInt(MORE_POLL),
                MIN_MICROS + random.nextInt(MORE_MICROS),
                kind == RoundKind.MARKERS,
                random.nextBoolean());
    }

    private static List<Trouble> troubles(RoundKind kind, List<Trouble> pool, Random random) {
        List<Trouble> drawn = new ArrayList<>(kind.musts());
        List<Trouble> left = new ArrayList<>(pool);
        left.removeAll(drawn);
        Collections.shuffle(left, random);
        drawn.addAll(left.subList(0, Math.min(left.size(), TROUBLES - drawn.size())));
        Collections.shuffle(drawn, random);
        return List.copyOf(drawn);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d partitions, max.poll.records=%d, %d us a record, %s%s: %s",
                partitions,
                maxPollRecords,
                slowMicros,
                readCommitted ? "read_committed" : "read_uncommitted",
                aborts ? ", in transactions" : "",
                troubles.stream()
                        .map(trouble -> trouble.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                        .collect(Collectors.joining(", ")));
    }
}
