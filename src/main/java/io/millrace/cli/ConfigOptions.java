package io.millrace.cli;

import io.millrace.config.ConfigLoader;
import io.millrace.config.ConfigSources;
import io.millrace.config.LoadedConfig;
import io.millrace.config.Problem;
import io.millrace.supervisor.ProjectLeaves;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options by which a command gets its configuration. */
public final class ConfigOptions {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "The configuration, in HOCON.")
    Path file;

    @Option(
            names = {"-s", "--set"},
            paramLabel = "KEY=VALUE",
            description = "Sets one key of the configuration, relative to millrace; repeatable; wins over the file.")
    List<String> sets = new ArrayList<>();

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            description = "TRACE, DEBUG, INFO, WARN, ERROR or OFF; the same as --set log.level=LEVEL.")
    String logLevel;

    @Option(names = "--log-format", paramLabel = "FORMAT", description = "text; json and logfmt are not available yet.")
    String logFormat = "text";

    @Option(
            names = "--plugins",
            paramLabel = "DIR|JAR",
            description = "Not available yet: put the jars on the class path.")
    Path plugins;

    /**
     * Loads the configuration, sets logging up by it and tells its warnings.
     *
     * @throws io.millrace.config.InvalidConfigException with every problem
     */
    LoadedConfig load() {
        refuseNotYet();
        List<String> all = new ArrayList<>(sets);
        if (logLevel != null) {
            all.add("log.level=" + logLevel.toUpperCase(java.util.Locale.ROOT));
        }
        LoadedConfig loaded = ConfigLoader.load(
                ConfigSources.of(Optional.ofNullable(file), all),
                new ProjectLeaves(Thread.currentThread().getContextClassLoader()));
        Logs.configure(loaded.config().log().level());
        for (Problem warning : loaded.warnings()) {
            Terminal.ERR.println(warning);
        }
        return loaded;
    }

    private void refuseNotYet() {
        if (!logFormat.equals("text")) {
            throw new NotYetException("--log-format " + logFormat, "use --log-format text");
        }
        if (plugins != null) {
            throw new NotYetException(
                    "--plugins",
                    "put the jars on the class path: java -cp millrace.jar:yours.jar io.millrace.cli.Main");
        }
    }
}
