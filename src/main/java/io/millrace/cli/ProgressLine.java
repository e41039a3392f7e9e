package io.millrace.cli;

import io.millrace.supervisor.EngineSnapshot;
import io.millrace.supervisor.RunProgress;
import io.millrace.worker.WorkerState;
import java.util.Locale;

/**
 * Words for how far a run is. Keeps what it needs from one look to the next; one thread.
 *
 * <p>The rate is averaged over about {@value #AVERAGE_SECONDS} seconds, each second weighing less than the one after it.
 */
final class ProgressLine {
    private static final double AVERAGE_SECONDS = 30;
    private static final double QUIET_SECONDS = 3;
    private static final int SECONDS_PER_HOUR = 3600;
    private static final int SECONDS_PER_MINUTE = 60;

    private double lastSeconds = -1;
    private long lastHandled;
    private long lastDone;
    private int looks;
    private double handledRate;
    private double doneRate;

    /** One line, without a line end. */
    String of(EngineSnapshot now) {
        RunProgress progress = now.progress().orElse(null);
        update(now, progress);
        StringBuilder text = new StringBuilder();
        if (progress != null) {
            text.append(number(percent(progress)))
                    .append(" %  ")
                    .append(number(progress.done()))
                    .append('/')
                    .append(number(progress.total()))
                    .append(' ')
                    .append(progress.unit())
                    .append("  ");
        } else {
            text.append(number(now.counts().handled())).append(" records  ");
        }
        text.append(number(Math.round(handledRate))).append("/s  lag ").append(lag(now, progress));
        if (progress != null) {
            text.append("  ETA ").append(eta(now, progress));
        }
        text.append("  fail ").append(now.counts().failed());
        text.append("  workers ")
                .append(running(now))
                .append('/')
                .append(now.workers().size());
        return text.toString();
    }

    private void update(EngineSnapshot now, RunProgress progress) {
        long done = progress == null ? 0 : progress.done();
        if (lastSeconds >= 0 && now.seconds() > lastSeconds) {
            double elapsed = now.seconds() - lastSeconds;
            // At first each look counts as much as all before it together.
            double weight = Math.max(1 - Math.exp(-elapsed / AVERAGE_SECONDS), 1.0 / ++looks);
            handledRate += weight * ((now.counts().handled() - lastHandled) / elapsed - handledRate);
            doneRate += weight * ((done - lastDone) / elapsed - doneRate);
        }
        lastSeconds = now.seconds();
        lastHandled = now.counts().handled();
        lastDone = done;
    }

    private static long percent(RunProgress progress) {
        return progress.total() == 0 ? 100 : progress.done() * 100 / progress.total();
    }

    private static String lag(EngineSnapshot now, RunProgress progress) {
        if (progress != null && progress.unit().equals("offsets")) {
            return number(progress.total() - progress.done());
        }
        Long lag = now.lag();
        return lag == null ? "–" : number(lag);
    }

    private String eta(EngineSnapshot now, RunProgress progress) {
        if (progress.done() >= progress.total()) {
            return "00:00";
        }
        if (now.activeSeconds() < QUIET_SECONDS || doneRate < 1) {
            return "–";
        }
        long left = (long) Math.ceil((progress.total() - progress.done()) / doneRate);
        long minutes = left / SECONDS_PER_MINUTE;
        return left < SECONDS_PER_HOUR
                ? String.format(Locale.ROOT, "%02d:%02d", minutes, left % SECONDS_PER_MINUTE)
                : String.format(
                        Locale.ROOT,
                        "%d:%02d:%02d",
                        left / SECONDS_PER_HOUR,
                        minutes % SECONDS_PER_MINUTE,
                        left % SECONDS_PER_MINUTE);
    }

    private static long running(EngineSnapshot now) {
        return now.workers().stream()
                .filter(worker -> worker.state() == WorkerState.RUNNING)
                .count();
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
