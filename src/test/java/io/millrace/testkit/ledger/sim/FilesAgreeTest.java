package io.millrace.testkit.ledger.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.Checker;
import io.millrace.testkit.ledger.EventStream;
import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.JournalSource;
import io.millrace.testkit.ledger.JournalWriter;
import io.millrace.testkit.ledger.Report;
import io.millrace.testkit.ledger.Verdict;
import io.millrace.testkit.ledger.Witnesses;
import io.millrace.testkit.loops.WrongEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is judged from files is judged as from memory. */
class FilesAgreeTest {
    @TempDir
    private Path folder;

    @Test
    void sameVerdicts() throws IOException {
        for (WrongEngine engine : WrongEngine.values()) {
            Simulation simulation = new Simulation(3, engine.kind());
            Witnesses inMemory = simulation.run();
            Path files = Files.createDirectory(folder.resolve(engine.name()));
            for (JournalSource source : inMemory.journals()) {
                try (JournalWriter writer = new JournalWriter(files.resolve(source.name() + Witnesses.JOURNAL))) {
                    EventStream events = source.open();
                    for (JournalEvent event = events.next(); event != null; event = events.next()) {
                        writer.append(event);
                    }
                }
            }
            inMemory.log().write(files.resolve(Witnesses.LOG));
            inMemory.commits().write(files.resolve(Witnesses.COMMITS));
            Witnesses bare = new Witnesses(inMemory.journals(), inMemory.log(), inMemory.commits(), null);
            Report expected = new Checker(simulation.plan()).check(bare);
            Report report = new Checker(simulation.plan()).check(files);
            assertThat(report.kinds()).as(engine.name()).isEqualTo(expected.kinds());
            assertThat(report.verdicts())
                    .extracting(Verdict::toString)
                    .containsExactlyInAnyOrderElementsOf(
                            expected.verdicts().stream().map(Verdict::toString).toList());
        }
    }
}
