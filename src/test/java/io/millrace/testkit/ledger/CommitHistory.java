package io.millrace.testkit.ledger;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * Every commit that the group's coordinator has accepted, in its order, as the internal offsets topic holds them; and
 * beside it what an administrator was told now and then. Filled by one thread; not changed while it is judged.
 *
 * <p>The file form, a checked line each:
 *
 * <pre>
 * HISTORY complete=yes|no skew=NANOS
 * COMMIT t TOPIC-P@OFFSET meta=TEXT
 * SAMPLE t TOPIC-P@OFFSET
 * </pre>
 */
public final class CommitHistory {
    /**
     * An offset that was accepted.
     *
     * @param time as near as it is known to {@link System#nanoTime}
     */
    public record Commit(long time, TopicPartition partition, long offset, String metadata) {}

    /** An offset that an administrator was told. */
    public record Sample(long time, TopicPartition partition, long offset) {}

    private static final byte[] COMMIT = "COMMIT".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SAMPLE = "SAMPLE".getBytes(StandardCharsets.US_ASCII);

    private final boolean complete;
    private final long skewNanos;
    private final List<Commit> commits = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();

    /**
     * @param complete whether nothing is missing: only then must each confirmed commit be found here
     * @param skewNanos by how much the times may be too early: the broker's are wall milliseconds
     */
    public CommitHistory(boolean complete, long skewNanos) {
        this.complete = complete;
        this.skewNanos = skewNanos;
    }

    public void commit(long time, TopicPartition partition, long offset, String metadata) {
        commits.add(new Commit(time, partition, offset, metadata));
    }

    public void sample(long time, TopicPartition partition, long offset) {
        samples.add(new Sample(time, partition, offset));
    }

    public boolean isComplete() {
        return complete;
    }

    public long skewNanos() {
        return skewNanos;
    }

    public List<Commit> commits() {
        return commits;
    }

    public List<Sample> samples() {
        return samples;
    }

    public void write(Path file) {
        try (CheckedWriter out = new CheckedWriter(file)) {
            out.begin("HISTORY")
                    .word("complete=" + (complete ? "yes" : "no"))
                    .field("skew=", skewNanos)
                    .end();
            for (Commit commit : commits) {
                out.begin("COMMIT").number(commit.time).record(commit.partition, commit.offset);
                out.lines().text("meta=", commit.metadata).end();
            }
            for (Sample sample : samples) {
                out.begin("SAMPLE")
                        .number(sample.time)
                        .record(sample.partition, sample.offset)
                        .end();
            }
        }
    }

    /** @throws BrokenWitnessException if the file is broken or torn */
    public static CommitHistory read(Path file) {
        try (CheckedReader lines = new CheckedReader(file)) {
            LineIn line = lines.next();
            if (line == null || !line.word().equals("HISTORY")) {
                throw lines.broken("no commit history");
            }
            CommitHistory history = new CommitHistory(line.word().equals("complete=yes"), line.field("skew="));
            try {
                while ((line = lines.next()) != null) {
                    history.take(line);
                }
            } catch (IllegalArgumentException e) {
                throw lines.broken(e.getMessage());
            }
            if (lines.isTorn()) {
                throw lines.broken("breaks off");
            }
            return history;
        }
    }

    private void take(LineIn line) {
        if (line.take(COMMIT)) {
            commit(line.number(), line.partition(), line.number(), line.text("meta="));
        } else if (line.take(SAMPLE)) {
            sample(line.number(), line.partition(), line.number());
        } else {
            throw line.bad("COMMIT or SAMPLE");
        }
    }
}
