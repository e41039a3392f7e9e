package io.millrace.cli;

import io.millrace.config.MillraceConfig;
import io.millrace.supervisor.RunBounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: the engine, until a bound, a signal or a failure. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Runs the engine. Progress goes to standard error, the summary (JSON) to standard output.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    ConfigOptions options;

    @Option(names = "--until-end", description = "Ends at the end offsets that hold at the start.")
    boolean untilEnd;

    @Option(
            names = "--max-records",
            paramLabel = "N",
            description = "Ends when exactly so many records are handled, over all workers.")
    Long maxRecords;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Ends after so long, such as 30s or 5m.")
    Duration duration;

    @Option(names = "--report", paramLabel = "FILE", description = "Writes the summary there as well.")
    Path report;

    @Option(names = "--quiet", description = "No progress line.")
    boolean quiet;

    @Override
    public Integer call() {
        if (maxRecords != null && maxRecords < 1) {
            Terminal.ERR.println("millrace run: --max-records must be 1 or more, not " + maxRecords);
            return ExitCodes.USAGE;
        }
        MillraceConfig config = options.load().config();
        RunBounds bounds = new RunBounds(
                untilEnd,
                maxRecords == null ? OptionalLong.empty() : OptionalLong.of(maxRecords),
                Optional.ofNullable(duration));
        return EngineRunner.configured(config, bounds, quiet, Optional.ofNullable(report))
                .run();
    }
}
