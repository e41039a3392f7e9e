package io.millrace;

import com.typesafe.config.Config;
import io.millrace.api.RecordHandler;
import io.millrace.api.StopReport;
import io.millrace.config.ConfigLoader;
import io.millrace.config.MillraceConfig;
import io.millrace.supervisor.EngineParts;
import io.millrace.supervisor.EngineReport;
import io.millrace.supervisor.EngineSnapshot;
import io.millrace.supervisor.ProjectLeaves;
import io.millrace.supervisor.RunBounds;
import io.millrace.supervisor.StopReason;
import io.millrace.supervisor.StopReports;
import io.millrace.supervisor.Supervisor;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The engine inside an application. It lives once: made, started, stopped. All methods may be called by any thread.
 * Signals are the application's own affair: nothing here listens to them.
 */
public final class Millrace implements AutoCloseable {
    private final MillraceConfig config;
    private final Supervisor supervisor;

    private Millrace(MillraceConfig config, Supervisor supervisor) {
        this.config = config;
        this.supervisor = supervisor;
    }

    /**
     * An engine with handlers of your own.
     *
     * @param config has a {@code millrace} block; what it does not say is as in {@code reference.conf}
     * @param handler makes one handler for each worker, on that worker's thread
     * @throws io.millrace.config.InvalidConfigException with every problem of the configuration
     */
    public static Millrace create(Config config, Supplier<? extends RecordHandler<?, ?>> handler) {
        MillraceConfig bound = ConfigLoader.load(config).config();
        return new Millrace(bound, new Supervisor(bound, EngineParts.of(handler), RunBounds.NONE));
    }

    /** An engine with the handler that the configuration names; see {@link #create(Config, Supplier)}. */
    public static Millrace create(Config config) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        MillraceConfig bound =
                ConfigLoader.load(config, new ProjectLeaves(loader)).config();
        return new Millrace(bound, new Supervisor(bound, EngineParts.configured(bound, loader), RunBounds.NONE));
    }

    /**
     * Starts the workers; returns at once.
     *
     * @throws IllegalStateException at a second call
     */
    public void start() {
        supervisor.start();
    }

    /** The engine as it is known now; costs no request to the broker. */
    public EngineSnapshot snapshot() {
        return supervisor.snapshot();
    }

    /**
     * Stops: the record in hand of each worker is finished, what is handled is committed, the group is left. Waits
     * until that is done or the time is over; a second call waits for the first one.
     *
     * @param timeout for all of it
     */
    public StopReport stop(Duration timeout) {
        Duration close = config.shutdown().close();
        Duration drain = timeout.compareTo(close) > 0 ? timeout.minus(close) : timeout;
        supervisor.stop(StopReason.ADMIN, drain, timeout);
        EngineReport report = supervisor.report().join();
        if (!report.drained()) {
            supervisor.interrupt();
        }
        return StopReports.of(report);
    }

    /** Stops within the configured time ({@code shutdown.drain + shutdown.close}), if it was ever started. */
    @Override
    public void close() {
        if (supervisor.isStarted()) {
            supervisor.stop(StopReason.ADMIN);
            supervisor.report().join();
        }
    }
}
