package io.millrace.supervisor;

import io.millrace.config.MillraceConfig;
import io.millrace.worker.Deadline;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Asks for the offsets that a run to the end is pinned to. The supervisor's thread alone. */
final class EndPin {
    private final MillraceConfig config;
    private final LagWatch lags;

    EndPin(MillraceConfig config, LagWatch lags) {
        this.config = config;
        this.lags = lags;
    }

    PinnedEnds pin(Deadline deadline) throws StartFailure, InterruptedException {
        try {
            if (!lags.refreshNow(deadline.remaining())) {
                throw new TimeoutException("no answer about end offsets");
            }
            return PinnedEnds.pin(
                    lags.begins(deadline.remaining()),
                    lags.ends(),
                    lags.committed(),
                    config.source().start().otherwise());
        } catch (ExecutionException e) {
            throw new StartFailure(EngineFailure.of("asking for the end offsets", e.getCause()));
        } catch (TimeoutException e) {
            throw Preflight.unreachable(config, e);
        }
    }
}
