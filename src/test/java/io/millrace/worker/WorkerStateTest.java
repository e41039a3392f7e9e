package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkerStateTest {
    @ParameterizedTest
    @EnumSource(WorkerState.class)
    void theEndIsTheEnd(WorkerState state) {
        assertThat(WorkerState.STOPPED.mayBecome(state)).isFalse();
        assertThat(WorkerState.FAILED.mayBecome(state)).isFalse();
        assertThat(state.mayBecome(WorkerState.CREATED)).isFalse();
        assertThat(state.mayBecome(state)).isFalse();
    }

    @Test
    void aWorkerThatRunsDrainsBeforeItStops() {
        assertThat(WorkerState.RUNNING.mayBecome(WorkerState.STOPPED)).isFalse();
        assertThat(WorkerState.RUNNING.mayBecome(WorkerState.DRAINING)).isTrue();
        assertThat(WorkerState.DRAINING.mayBecome(WorkerState.STOPPED)).isTrue();
        assertThat(WorkerState.DRAINING.mayBecome(WorkerState.RUNNING)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = WorkerState.class,
            names = {"STARTING", "RUNNING", "PAUSED", "DRAINING"})
    void whateverItDoesAWorkerMayFail(WorkerState state) {
        assertThat(state.mayBecome(WorkerState.FAILED)).isTrue();
    }
}
