package io.millrace.cli;

import io.millrace.supervisor.EngineFailure;
import io.millrace.supervisor.EngineReport;
import io.millrace.supervisor.StopReason;

/** The exit codes of the command line, and which one a run ends with. Stateless. */
public final class ExitCodes {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int RECORDS_FAILED = 3;
    public static final int UNREACHABLE = 69;
    public static final int NOT_DRAINED = 75;
    public static final int ACCESS = 77;
    public static final int CONFIG = 78;
    /** A process that ended by a signal exits with this and the signal's number. */
    private static final int SIGNAL_BASE = 128;

    private ExitCodes() {}

    /**
     * The code of a run that has ended; where several apply, the worst.
     *
     * @param signal the number of the signal that stopped it, 0: none
     * @param zeroOnSignal whether a clean stop by a signal is a success
     */
    static int of(EngineReport report, int signal, boolean zeroOnSignal) {
        for (EngineFailure.Kind kind : EngineFailure.Kind.values()) {
            if (report.failures().stream().anyMatch(failure -> failure.kind() == kind)) {
                return of(kind);
            }
        }
        if (report.stopped() == StopReason.FAILURE) {
            return FAILED;
        }
        if (!report.drained()) {
            return NOT_DRAINED;
        }
        if (report.stopped() == StopReason.SIGNAL) {
            return zeroOnSignal ? OK : ofSignal(signal);
        }
        return report.last().counts().failed() > 0 ? RECORDS_FAILED : OK;
    }

    /** Of a process that ended by a signal. */
    public static int ofSignal(int signal) {
        return SIGNAL_BASE + signal;
    }

    private static int of(EngineFailure.Kind kind) {
        return switch (kind) {
            case CONFIG -> CONFIG;
            case ACCESS -> ACCESS;
            case UNREACHABLE -> UNREACHABLE;
            case FAILED -> FAILED;
        };
    }
}
