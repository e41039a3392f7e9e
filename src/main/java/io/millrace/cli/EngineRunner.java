package io.millrace.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.config.MillraceConfig;
import io.millrace.supervisor.Abandoned;
import io.millrace.supervisor.EngineParts;
import io.millrace.supervisor.EngineReport;
import io.millrace.supervisor.EngineState;
import io.millrace.supervisor.ProjectLeaves;
import io.millrace.supervisor.RunBounds;
import io.millrace.supervisor.SnapshotJson;
import io.millrace.supervisor.StopReason;
import io.millrace.supervisor.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs one engine in the foreground: signals, progress, the summary, the exit code. The main thread, once. */
public final class EngineRunner {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final MillraceConfig config;
    private final EngineParts parts;
    private final RunBounds bounds;
    private final boolean quiet;
    private final Optional<Path> reportFile;

    /** With the handler that the configuration names. */
    public static EngineRunner configured(
            MillraceConfig config, RunBounds bounds, boolean quiet, Optional<Path> reportFile) {
        EngineParts parts =
                EngineParts.configured(config, Thread.currentThread().getContextClassLoader());
        return new EngineRunner(config, parts, bounds, quiet, reportFile);
    }

    /**
     * @param quiet no progress line
     * @param reportFile gets the summary as well
     */
    public EngineRunner(
            MillraceConfig config, EngineParts parts, RunBounds bounds, boolean quiet, Optional<Path> reportFile) {
        this.config = config;
        this.parts = parts;
        this.bounds = bounds;
        this.quiet = quiet;
        this.reportFile = reportFile;
    }

    /** Runs until the end; returns the exit code. */
    public int run() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Supervisor supervisor = new Supervisor(config, parts, bounds);
        Signals signals = Signals.install(() -> supervisor.stop(StopReason.SIGNAL), number -> halt(supervisor, number));
        EngineReport report;
        try (RunDisplay display = RunDisplay.start(supervisor, quiet, new ProjectLeaves(loader).resultEvery(config))) {
            supervisor.start();
            report = supervisor.report().join();
        }
        int code = ExitCodes.of(report, signals.first(), config.shutdown().exitZeroOnSignal());
        return write(report, code);
    }

    /** The second signal: nothing more is committed, and what is in hand is named. */
    private void halt(Supervisor supervisor, int signal) {
        var inHand = supervisor.inHand();
        inHand.forEach(record -> Terminal.ERR.println("millrace: stopped at a second signal with " + record.partition()
                + "@" + record.offset() + " in hand; "
                + Abandoned.fate(config.delivery().mode())));
        int code = inHand.isEmpty() ? ExitCodes.ofSignal(signal) : ExitCodes.NOT_DRAINED;
        var last = supervisor.snapshot().with(EngineState.STOPPED, inHand);
        int written = write(new EngineReport(last, StopReason.SIGNAL, inHand.isEmpty(), List.of()), code);
        Terminal.OUT.flush();
        Terminal.ERR.flush();
        Runtime.getRuntime().halt(written);
    }

    private int write(EngineReport report, int code) {
        ObjectNode summary = SnapshotJson.summary(report, code);
        Terminal.OUT.println(text(summary, Terminal.isOutInteractive()));
        if (reportFile.isEmpty()) {
            return code;
        }
        try {
            Files.writeString(reportFile.get(), text(summary, false) + System.lineSeparator());
            return code;
        } catch (IOException e) {
            Terminal.ERR.println("millrace: the summary could not be written to " + reportFile.get() + ": " + e);
            return code == ExitCodes.OK ? ExitCodes.FAILED : code;
        }
    }

    private static String text(ObjectNode summary, boolean pretty) {
        ObjectWriter writer = pretty ? MAPPER.writerWithDefaultPrettyPrinter() : MAPPER.writer();
        try {
            return writer.writeValueAsString(summary);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON nodes can always be written", e);
        }
    }
}
