package io.millrace.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.offsets.PartitionRange;
import io.millrace.worker.WorkerSnapshot;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds in every mode, whatever happens: random runs, each with its seed in the message. */
class EveryModeTest {
    private static final int SEEDS = 60;

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whateverHappensTheModeKeepsItsPromise(Mode mode) throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            ModeStory story = new ModeStory(mode, seed, false);
            story.run();
            story.assertPromise();
        }
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void whateverFailsTheModeKeepsItsPromise(Mode mode) throws Exception {
        for (long seed = 1000; seed < 1000 + SEEDS; seed++) {
            ModeStory story = new ModeStory(mode, seed, true);
            story.run();
            story.assertPromise();
        }
    }

    /** "After a clean stop nothing is lost and nothing is repeated, in every mode that commits." */
    @ParameterizedTest
    @EnumSource(value = Mode.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aStopAtAnyRecordIsCleanAndLeavesCommittedWhatIsHandled(Mode mode) throws Exception {
        for (int record = 0; record < 25; record++) {
            ModeStory story = new ModeStory(mode, record, false);
            WorkerSnapshot last = story.stopAt(record);
            List<PartitionRange> lost = last.lost();
            assertThat(lost).as("stop at %d", record).isEmpty();
        }
    }
}
