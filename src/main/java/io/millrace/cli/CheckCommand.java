package io.millrace.cli;

import io.millrace.config.LoadedConfig;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code check}: finds every mistake of a configuration in one pass. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Checks a configuration: every mistake in one pass, with file, line and remedy.")
final class CheckCommand implements Callable<Integer> {
    @Mixin
    ConfigOptions options;

    @Option(names = "--offline", description = "Asks no broker. Needed for now: online checks are not available yet.")
    boolean offline;

    @Option(names = "--strict", description = "Warnings are errors.")
    boolean strict;

    @Override
    public Integer call() {
        if (!offline) {
            throw new NotYetException("check against a broker", "use check --offline");
        }
        LoadedConfig loaded = options.load();
        int warnings = loaded.warnings().size();
        Terminal.OUT.println("OK: " + (options.file == null ? "the configuration" : options.file) + " can be used, "
                + warnings + (warnings == 1 ? " warning" : " warnings"));
        return strict && warnings > 0 ? ExitCodes.CONFIG : ExitCodes.OK;
    }
}
