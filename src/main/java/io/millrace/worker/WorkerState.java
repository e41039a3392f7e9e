package io.millrace.worker;

import java.util.EnumSet;
import java.util.Set;

/** Where a worker is in its life. Each state names the ones that may follow. */
public enum WorkerState {
    CREATED,
    STARTING,
    RUNNING,
    PAUSED,
    DRAINING,
    STOPPED,
    FAILED;

    private Set<WorkerState> successors() {
        return switch (this) {
            case CREATED -> EnumSet.of(STARTING, STOPPED);
            case STARTING -> EnumSet.of(RUNNING, DRAINING, STOPPED, FAILED);
            case RUNNING -> EnumSet.of(PAUSED, DRAINING, FAILED);
            case PAUSED -> EnumSet.of(RUNNING, DRAINING, FAILED);
            case DRAINING -> EnumSet.of(STOPPED, FAILED);
            case STOPPED, FAILED -> EnumSet.noneOf(WorkerState.class);
        };
    }

    public boolean mayBecome(WorkerState next) {
        return successors().contains(next);
    }
}
