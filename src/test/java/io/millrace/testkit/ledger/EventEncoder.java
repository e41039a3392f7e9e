package io.millrace.testkit.ledger;

/**
 * The text form of a journal's events. A line is {@code LLLLL CCCCCCCC BODY}: the body's length in bytes, its CRC32C,
 * and the body:
 *
 * <pre>
 * PROCESS-START t process=NAME pid=N wall=MILLIS        WORKER-START t worker=N
 * BEGIN t e=EPOCH TOPIC-P@OFFSET a=ATTEMPT
 * END t e=EPOCH TOPIC-P@OFFSET a=ATTEMPT OUTCOME        ok failed retry dead-lettered skipped filtered
 * RUN t t0=T e=EPOCH TOPIC-P [FROM,TO)                  to is not in it
 * CORRUPT t e=EPOCH TOPIC-P@OFFSET why=TEXT
 * ASSIGNED t e=EPOCH TOPIC-P committed=O|none|? start=O|?
 * REVOKED|LOST|PAUSED|RESUMED t e=EPOCH TOPIC-P
 * SEEK t e=EPOCH TOPIC-P from=O|? to=O why=TEXT         RESET t e=EPOCH TOPIC-P to=O why=TEXT
 * COMMIT-TRY t id=N sync|async|close TOPIC-P@OFFSET...
 * COMMIT-OK t id=N     COMMIT-FAIL|COMMIT-UNKNOWN t id=N error=TEXT
 * WAKEUP|CLOSE-BEGIN|CLOSE-END|WORKER-STOP t            WORKER-DEAD t cause=TEXT
 * the observer's:
 * SIGNAL t process=NAME KILL|STOP|CONT|TERM             OPERATOR-RESET t TOPIC-P@OFFSET
 * HIT t what=TEXT      OUTAGE-BEGIN|OUTAGE-END t what=TEXT
 * STATUS t process=NAME worker=N state=TEXT             COUNTERS t process=NAME NAME=N...     RUN-END t
 * </pre>
 *
 * Times are nanoseconds. In a TEXT, what is not printable ASCII, and space, percent and equals sign, are {@code %XX}.
 * Stateless; any thread.
 */
final class EventEncoder {
    private EventEncoder() {}

    static void encode(JournalEvent event, LineOut out) {
        if (event instanceof JournalEvent.OfSpan e) {
            ofSpan(e, out);
        } else if (event instanceof JournalEvent.CommitTry e) {
            begin(EventKind.COMMIT_TRY, e, out).field("id=", e.id()).word(lower(e.mode()));
            e.offsets().forEach(out::record);
        } else if (event instanceof JournalEvent.CommitAnswer e) {
            answer(e, out);
        } else if (event instanceof JournalEvent.Observed e) {
            observed(e, out);
        } else {
            life(event, out);
        }
        out.end();
    }

    private static void ofSpan(JournalEvent.OfSpan event, LineOut out) {
        if (event instanceof JournalEvent.Begin e) {
            begin(EventKind.BEGIN, e, out)
                    .field("e=", e.epoch())
                    .record(e.partition(), e.offset())
                    .field("a=", e.attempt());
        } else if (event instanceof JournalEvent.End e) {
            begin(EventKind.END, e, out)
                    .field("e=", e.epoch())
                    .record(e.partition(), e.offset())
                    .field("a=", e.attempt())
                    .word(e.outcome().text());
        } else if (event instanceof JournalEvent.Run e) {
            run(e.began(), e.time(), e.epoch(), e.partition(), e.from(), e.to(), out);
        } else if (event instanceof JournalEvent.Corrupt e) {
            begin(EventKind.CORRUPT, e, out)
                    .field("e=", e.epoch())
                    .record(e.partition(), e.offset())
                    .text("why=", e.why());
        } else if (event instanceof JournalEvent.Assigned e) {
            span(EventKind.ASSIGNED, e, out).offset("committed=", e.committed()).offset("start=", e.start());
        } else if (event instanceof JournalEvent.Seek e) {
            span(EventKind.SEEK, e, out)
                    .offset("from=", e.from())
                    .offset("to=", e.to())
                    .text("why=", e.why());
        } else if (event instanceof JournalEvent.Reset e) {
            span(EventKind.RESET, e, out).offset("to=", e.to()).text("why=", e.why());
        } else if (event instanceof JournalEvent.Revoked) {
            span(EventKind.REVOKED, event, out);
        } else if (event instanceof JournalEvent.Lost) {
            span(EventKind.LOST, event, out);
        } else {
            span(event instanceof JournalEvent.Paused ? EventKind.PAUSED : EventKind.RESUMED, event, out);
        }
    }

    /** The body of a RUN, without the object. */
    static void run(
            long began,
            long time,
            long epoch,
            org.apache.kafka.common.TopicPartition partition,
            long from,
            long to,
            LineOut out) {
        out.begin(EventKind.RUN.text())
                .number(time)
                .field("t0=", began)
                .field("e=", epoch)
                .partition(partition)
                .range(from, to);
    }

    private static void answer(JournalEvent.CommitAnswer e, LineOut out) {
        EventKind kind = switch (e.answer()) {
            case OK -> EventKind.COMMIT_OK;
            case FAIL -> EventKind.COMMIT_FAIL;
            case UNKNOWN -> EventKind.COMMIT_UNKNOWN;
        };
        begin(kind, e, out).field("id=", e.id());
        if (e.answer() != JournalEvent.Answer.OK) {
            out.text("error=", e.error());
        }
    }

    private static void life(JournalEvent event, LineOut out) {
        if (event instanceof JournalEvent.ProcessStart e) {
            begin(EventKind.PROCESS_START, e, out)
                    .text("process=", e.process())
                    .field("pid=", e.pid())
                    .field("wall=", e.wallMillis());
        } else if (event instanceof JournalEvent.WorkerStart e) {
            begin(EventKind.WORKER_START, e, out).field("worker=", e.worker());
        } else if (event instanceof JournalEvent.WorkerDead e) {
            begin(EventKind.WORKER_DEAD, e, out).text("cause=", e.cause());
        } else if (event instanceof JournalEvent.WorkerStop) {
            begin(EventKind.WORKER_STOP, event, out);
        } else if (event instanceof JournalEvent.Wakeup) {
            begin(EventKind.WAKEUP, event, out);
        } else {
            begin(event instanceof JournalEvent.CloseBegin ? EventKind.CLOSE_BEGIN : EventKind.CLOSE_END, event, out);
        }
    }

    private static void observed(JournalEvent.Observed event, LineOut out) {
        if (event instanceof JournalEvent.Signal e) {
            begin(EventKind.SIGNAL, e, out)
                    .text("process=", e.process())
                    .word(e.sign().name());
        } else if (event instanceof JournalEvent.OperatorReset e) {
            begin(EventKind.OPERATOR_RESET, e, out).record(e.partition(), e.to());
        } else if (event instanceof JournalEvent.Hit e) {
            begin(EventKind.HIT, e, out).text("what=", e.what());
        } else if (event instanceof JournalEvent.Outage e) {
            begin(e.begins() ? EventKind.OUTAGE_BEGIN : EventKind.OUTAGE_END, e, out)
                    .text("what=", e.what());
        } else if (event instanceof JournalEvent.Status e) {
            begin(EventKind.STATUS, e, out)
                    .text("process=", e.process())
                    .field("worker=", e.worker())
                    .text("state=", e.state());
        } else if (event instanceof JournalEvent.Counters e) {
            begin(EventKind.COUNTERS, e, out).text("process=", e.process());
            e.values().forEach((name, value) -> out.field(name + "=", value));
        } else {
            begin(EventKind.RUN_END, event, out);
        }
    }

    private static LineOut begin(EventKind kind, JournalEvent event, LineOut out) {
        return out.begin(kind.text()).number(event.time());
    }

    private static LineOut span(EventKind kind, JournalEvent.OfSpan event, LineOut out) {
        return begin(kind, event, out).field("e=", event.epoch()).partition(event.partition());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(java.util.Locale.ROOT);
    }
}
