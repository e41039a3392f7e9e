package io.millrace.bench;

/**
 * Takes the time from the first record to the last, the same way for both sides: from the return of the first poll that
 * has records to the call of the poll after the last. Written by the polling thread alone; read when it has ended.
 */
final class Meter {
    private final int expected;
    private final long brokerPid;
    private long polled;
    private Reading begin;
    private Reading end;

    Meter(int expected, long brokerPid) {
        this.expected = expected;
        this.brokerPid = brokerPid;
    }

    void beforePoll() {
        if (polled >= expected && end == null) {
            end = Reading.after(brokerPid);
        }
    }

    void afterPoll(int count) {
        if (count > 0) {
            if (begin == null) {
                begin = Reading.before(brokerPid);
            }
            polled += count;
        }
    }

    Window window() {
        if (polled != expected || end == null) {
            throw new BenchmarkFailure("polled " + polled + " records and not " + expected);
        }
        return Window.of(begin, end, expected);
    }
}
