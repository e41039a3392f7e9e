package io.millrace.testkit.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All that was witnessed of one run. Immutable; any thread.
 *
 * <p>In a folder: {@code *.journal}, one for each worker of each engine process (a worker that is started again gets a
 * new file) and one of the observer; {@code log.witness}; {@code commits.witness}; {@code *.producer}, one for each
 * producer, none if nobody kept one. The names before the dots are free.
 *
 * @param journals of the engine's workers and of the observer
 * @param log what the log holds
 * @param commits what the group has committed
 * @param producers what was sent, or null
 */
public record Witnesses(List<JournalSource> journals, LogWitness log, CommitHistory commits, ProducerLedger producers) {
    public static final String JOURNAL = ".journal";
    public static final String PRODUCER = ".producer";
    public static final String LOG = "log.witness";
    public static final String COMMITS = "commits.witness";

    public Witnesses {
        journals = List.copyOf(journals);
    }

    /** @throws BrokenWitnessException if one that is read at once is missing or broken; journals are read later */
    public static Witnesses read(Path folder) {
        List<JournalSource> journals = new ArrayList<>();
        ProducerLedger producers = null;
        try (var files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                String name = file.getFileName().toString();
                if (name.endsWith(JOURNAL)) {
                    journals.add(JournalSource.of(file));
                } else if (name.endsWith(PRODUCER)) {
                    producers = producers == null ? new ProducerLedger() : producers;
                    producers.read(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Witnesses(
                journals,
                LogWitness.read(existing(folder, LOG)),
                CommitHistory.read(existing(folder, COMMITS)),
                producers);
    }

    private static Path existing(Path folder, String name) {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            throw new BrokenWitnessException(name + " is missing in " + folder);
        }
        return file;
    }
}
