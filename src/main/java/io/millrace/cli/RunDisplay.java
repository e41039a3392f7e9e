package io.millrace.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.supervisor.EngineSnapshot;
import io.millrace.supervisor.Supervisor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Shows a run while it lasts: a progress line on standard error, redrawn on a terminal and repeated elsewhere, and the
 * handlers' merged result on standard output where that is wanted. On a thread of its own, from snapshots alone.
 */
final class RunDisplay implements AutoCloseable {
    private static final long REDRAW_MILLIS = 250;
    private static final long REPEAT_MILLIS = 10_000;
    /** So long before a result is printed the handlers are asked for it. */
    private static final long ASK_AHEAD_MILLIS = 50;

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Supervisor supervisor;
    private final boolean interactive;
    private final ProgressLine line = new ProgressLine();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "millrace-display"));
    private boolean drawn;
    private String lastResult = "";

    private RunDisplay(Supervisor supervisor, boolean interactive) {
        this.supervisor = supervisor;
        this.interactive = interactive;
    }

    /** @param resultEvery how often the result is printed; empty: not while the run lasts */
    static RunDisplay start(Supervisor supervisor, boolean quiet, Optional<Duration> resultEvery) {
        RunDisplay display = new RunDisplay(supervisor, Terminal.isErrInteractive());
        if (!quiet) {
            long period = display.interactive ? REDRAW_MILLIS : REPEAT_MILLIS;
            display.thread.scheduleAtFixedRate(display::drawProgress, period, period, TimeUnit.MILLISECONDS);
        }
        resultEvery.ifPresent(every -> {
            long period = Math.max(every.toMillis(), 2 * ASK_AHEAD_MILLIS);
            display.thread.scheduleAtFixedRate(
                    supervisor::requestResults, period - ASK_AHEAD_MILLIS, period, TimeUnit.MILLISECONDS);
            display.thread.scheduleAtFixedRate(display::printResult, period, period, TimeUnit.MILLISECONDS);
        });
        return display;
    }

    private void drawProgress() {
        EngineSnapshot now = supervisor.snapshot();
        if (now.workers().isEmpty()) {
            return;
        }
        String text = line.of(now);
        if (interactive) {
            Terminal.ERR.print(CLEAR_LINE + text);
            Terminal.ERR.flush();
            drawn = true;
        } else {
            Terminal.ERR.println(text);
        }
    }

    private void printResult() {
        EngineSnapshot now = supervisor.snapshot();
        Object result = now.result();
        if (result == null || now.counts().handled() == 0) {
            return;
        }
        String text = json(result);
        if (!text.equals(lastResult)) {
            lastResult = text;
            clear();
            Terminal.OUT.println(text);
        }
    }

    private void clear() {
        if (drawn) {
            Terminal.ERR.print(CLEAR_LINE);
            Terminal.ERR.flush();
            drawn = false;
        }
    }

    private static String json(Object result) {
        try {
            return MAPPER.writeValueAsString(result);
        } catch (JsonProcessingException e) {
            return "{\"error\":\"the handler's result cannot be written as JSON\"}";
        }
    }

    /** Stops showing, and leaves the line as it was. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(1, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        clear();
    }
}
