package io.millrace.testkit.ledger;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Reads what {@link EventEncoder} writes. Stateless; any thread. */
final class EventDecoder {
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final byte[][] OUTCOME_WORDS = words();

    private EventDecoder() {}

    /** @throws IllegalArgumentException if the line is no event */
    static JournalEvent decode(LineIn in) {
        EventKind kind = EventKind.of(in);
        long time = in.number();
        return switch (kind) {
            case BEGIN -> {
                long epoch = in.field("e=");
                TopicPartition partition = in.partition();
                yield new JournalEvent.Begin(time, epoch, partition, in.number(), (int) in.field("a="));
            }
            case END -> {
                long epoch = in.field("e=");
                TopicPartition partition = in.partition();
                yield new JournalEvent.End(time, epoch, partition, in.number(), (int) in.field("a="), outcome(in));
            }
            case RUN -> {
                long began = in.field("t0=");
                long epoch = in.field("e=");
                TopicPartition partition = in.partition();
                yield new JournalEvent.Run(began, time, epoch, partition, in.rangeFrom(), in.rangeTo());
            }
            case CORRUPT, ASSIGNED, REVOKED, LOST, PAUSED, RESUMED, SEEK, RESET -> ofSpan(kind, time, in);
            case COMMIT_TRY -> commitTry(time, in);
            case COMMIT_OK -> new JournalEvent.CommitAnswer(time, in.field("id="), JournalEvent.Answer.OK, "");
            case COMMIT_FAIL -> answer(time, JournalEvent.Answer.FAIL, in);
            case COMMIT_UNKNOWN -> answer(time, JournalEvent.Answer.UNKNOWN, in);
            case PROCESS_START ->
                new JournalEvent.ProcessStart(time, in.text("process="), in.field("pid="), in.field("wall="));
            case WORKER_START -> new JournalEvent.WorkerStart(time, (int) in.field("worker="));
            case WORKER_DEAD -> new JournalEvent.WorkerDead(time, in.text("cause="));
            case WORKER_STOP -> new JournalEvent.WorkerStop(time);
            case WAKEUP -> new JournalEvent.Wakeup(time);
            case CLOSE_BEGIN -> new JournalEvent.CloseBegin(time);
            case CLOSE_END -> new JournalEvent.CloseEnd(time);
            case SIGNAL, OPERATOR_RESET, HIT, OUTAGE_BEGIN, OUTAGE_END, STATUS, COUNTERS, RUN_END ->
                observed(kind, time, in);
        };
    }

    private static JournalEvent ofSpan(EventKind kind, long time, LineIn in) {
        long epoch = in.field("e=");
        TopicPartition partition = in.partition();
        return switch (kind) {
            case CORRUPT -> new JournalEvent.Corrupt(time, epoch, partition, in.number(), in.text("why="));
            case ASSIGNED ->
                new JournalEvent.Assigned(time, epoch, partition, in.offset("committed="), in.offset("start="));
            case REVOKED -> new JournalEvent.Revoked(time, epoch, partition);
            case LOST -> new JournalEvent.Lost(time, epoch, partition);
            case PAUSED -> new JournalEvent.Paused(time, epoch, partition);
            case RESUMED -> new JournalEvent.Resumed(time, epoch, partition);
            case SEEK ->
                new JournalEvent.Seek(time, epoch, partition, in.offset("from="), in.offset("to="), in.text("why="));
            default -> new JournalEvent.Reset(time, epoch, partition, in.offset("to="), in.text("why="));
        };
    }

    private static JournalEvent commitTry(long time, LineIn in) {
        long id = in.field("id=");
        JournalEvent.Mode mode = JournalEvent.Mode.valueOf(in.word().toUpperCase(Locale.ROOT));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        while (!in.isDone()) {
            offsets.put(in.partition(), in.number());
        }
        return new JournalEvent.CommitTry(time, id, mode, offsets);
    }

    private static JournalEvent answer(long time, JournalEvent.Answer answer, LineIn in) {
        return new JournalEvent.CommitAnswer(time, in.field("id="), answer, in.text("error="));
    }

    private static JournalEvent observed(EventKind kind, long time, LineIn in) {
        return switch (kind) {
            case SIGNAL -> new JournalEvent.Signal(time, in.text("process="), JournalEvent.Sign.valueOf(in.word()));
            case OPERATOR_RESET -> new JournalEvent.OperatorReset(time, in.partition(), in.number());
            case HIT -> new JournalEvent.Hit(time, in.text("what="));
            case OUTAGE_BEGIN -> new JournalEvent.Outage(time, true, in.text("what="));
            case OUTAGE_END -> new JournalEvent.Outage(time, false, in.text("what="));
            case STATUS ->
                new JournalEvent.Status(time, in.text("process="), (int) in.field("worker="), in.text("state="));
            case COUNTERS -> {
                String process = in.text("process=");
                Map<String, Long> values = new HashMap<>();
                while (!in.isDone()) {
                    String pair = in.word();
                    int equals = pair.indexOf('=');
                    values.put(pair.substring(0, equals), Long.parseLong(pair.substring(equals + 1)));
                }
                yield new JournalEvent.Counters(time, process, values);
            }
            default -> new JournalEvent.RunEnd(time);
        };
    }

    private static Outcome outcome(LineIn in) {
        for (int i = 0; i < OUTCOMES.length; i++) {
            if (in.take(OUTCOME_WORDS[i])) {
                return OUTCOMES[i];
            }
        }
        throw in.bad("an outcome");
    }

    private static byte[][] words() {
        byte[][] words = new byte[OUTCOMES.length][];
        for (int i = 0; i < words.length; i++) {
            words[i] = OUTCOMES[i].text().getBytes(StandardCharsets.US_ASCII);
        }
        return words;
    }
}
