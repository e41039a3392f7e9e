package io.millrace.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Against a plain set, by chance; the seed is in the message. */
class OffsetSetTest {
    private static final int SEEDS = 40;

    @Test
    void isLikeAPlainSet() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            OffsetSet set = new OffsetSet();
            OffsetSet other = new OffsetSet();
            TreeSet<Long> plain = new TreeSet<>();
            TreeSet<Long> plainOther = new TreeSet<>();
            long base = random.nextInt(3) * 1_000_000L;
            for (int step = 0; step < 60; step++) {
                long from = base + random.nextInt(20_000);
                long to = from + random.nextInt(random.nextBoolean() ? 5 : 9_000);
                change(random.nextInt(4), set, plain, from, to);
                change(random.nextInt(4), other, plainOther, from + 30, to + 30);
                long a = base + random.nextInt(20_000);
                long b = a + random.nextInt(20_000);
                String context = "seed " + seed + ", step " + step;
                assertThat(set.size()).as(context).isEqualTo(plain.size());
                assertThat(set.count(a, b))
                        .as(context)
                        .isEqualTo(plain.subSet(a, b).size());
                assertThat(set.contains(a)).as(context).isEqualTo(plain.contains(a));
                Long highest = plain.lower(a);
                assertThat(set.highestBelow(a)).as(context).isEqualTo(highest == null ? -1 : highest);
                TreeSet<Long> missing = new TreeSet<>(plain.subSet(a, b));
                missing.removeAll(plainOther);
                assertThat(missing(set, other, a, b)).as(context).isEqualTo(List.copyOf(missing));
                assertThat(set.hasMissing(other, null, a, b)).as(context).isEqualTo(!missing.isEmpty());
            }
        }
    }

    private static void change(int what, OffsetSet set, TreeSet<Long> plain, long from, long to) {
        if (what == 0) {
            set.remove(from, to);
            plain.subSet(from, to).clear();
        } else if (what == 1) {
            assertThat(set.add(from)).isEqualTo(plain.add(from));
        } else {
            set.add(from, to);
            LongStream.range(from, to).forEach(plain::add);
        }
    }

    private static List<Long> missing(OffsetSet set, OffsetSet other, long from, long to) {
        List<Long> missing = new ArrayList<>();
        long[] last = {-1};
        set.forEachMissing(other, null, from, to, (a, b) -> {
            assertThat(a).as("stretches do not touch").isGreaterThan(last[0]);
            last[0] = b;
            LongStream.range(a, b).forEach(missing::add);
        });
        return missing;
    }

    @Test
    void anEmptyOneHoldsNothing() {
        OffsetSet set = new OffsetSet();
        assertThat(set.contains(5)).isFalse();
        assertThat(set.count(0, Long.MAX_VALUE)).isZero();
        assertThat(set.highestBelow(100)).isEqualTo(-1);
        set.add(3, 3);
        assertThat(set.isEmpty()).isTrue();
        set.add(1L << 40, (1L << 40) + 2);
        assertThat(set.size()).isEqualTo(2);
    }
}
