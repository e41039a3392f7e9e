package io.millrace.supervisor;

import java.util.List;

/**
 * What the supervisor's thread lets others see of the run. Immutable; what it leads to may be read by any thread. What
 * is not there yet is null.
 */
record RunView(EngineState state, Crew crew, LagWatch lags, PinnedEnds pinned, List<Abandoned> abandoned) {
    static final RunView NONE = new RunView(EngineState.CREATED, null, null, null, List.of());

    RunView with(EngineState next) {
        return new RunView(next, crew, lags, pinned, abandoned);
    }

    RunView with(LagWatch watch, PinnedEnds ends) {
        return new RunView(state, crew, watch, ends, abandoned);
    }

    RunView with(Crew made) {
        return new RunView(state, made, lags, pinned, abandoned);
    }

    RunView with(List<Abandoned> records) {
        return new RunView(state, crew, lags, pinned, records);
    }
}
