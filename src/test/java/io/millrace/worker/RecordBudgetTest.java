package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RecordBudgetTest {
    @Test
    void itGivesWhatIsLeft() {
        RecordBudget budget = RecordBudget.of(10);
        assertThat(budget.draw(4)).isEqualTo(4);
        assertThat(budget.isDrawn()).isFalse();
        assertThat(budget.draw(9)).isEqualTo(6);
        assertThat(budget.isDrawn()).isTrue();
        assertThat(budget.draw(1)).isZero();
    }

    @Test
    void whatComesBackCanBeDrawnAgain() {
        RecordBudget budget = RecordBudget.of(10);
        budget.draw(10);
        budget.giveBack(3);
        assertThat(budget.isDrawn()).isFalse();
        assertThat(budget.draw(10)).isEqualTo(3);
    }

    @Test
    void itIsUsedUpWhenAllIsFinishedAndNotWhenAllIsDrawn() {
        RecordBudget budget = RecordBudget.of(10);
        budget.draw(10);
        budget.finished(9);
        assertThat(budget.isUsedUp()).isFalse();
        budget.finished(1);
        assertThat(budget.isUsedUp()).isTrue();
    }

    @Test
    void aBudgetOfNothingIsUsedUpAtOnce() {
        assertThat(RecordBudget.of(0).isUsedUp()).isTrue();
        assertThat(RecordBudget.of(0).draw(1)).isZero();
    }

    @Test
    void withoutALimitThereIsAlwaysMore() {
        RecordBudget budget = RecordBudget.unlimited();
        for (int i = 0; i < 10; i++) {
            assertThat(budget.draw(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
            budget.finished(Integer.MAX_VALUE);
        }
        assertThat(budget.isDrawn()).isFalse();
        assertThat(budget.isUsedUp()).isFalse();
    }

    @Test
    void severalThreadsNeverDrawMoreThanThereIs() throws Exception {
        RecordBudget budget = RecordBudget.of(100_000);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Long>> sums = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            Random random = new Random(thread);
            sums.add(threads.submit(() -> {
                long kept = 0;
                while (!budget.isDrawn()) {
                    int got = budget.draw(1 + random.nextInt(50));
                    int back = got == 0 ? 0 : random.nextInt(got);
                    budget.giveBack(back);
                    budget.finished(got - back);
                    kept += got - back;
                }
                return kept;
            }));
        }
        long sum = 0;
        for (Future<Long> kept : sums) {
            sum += kept.get();
        }
        threads.shutdownNow();
        // Whoever looked while another held all of it has gone; the rest is there to be drawn.
        sum += budget.draw(100_000);
        assertThat(sum).isEqualTo(100_000);
    }
}
