package io.millrace.cli;

import io.millrace.config.InvalidConfigException;
import io.millrace.config.Problem;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line's entrance: parses, runs one command, exits with its code. */
@Command(
        name = "millrace",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Gets records out of Kafka and into something, without losing any.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "Start with 'demo', which brings its own broker, or with 'run --config FILE'."})
public final class Main implements Runnable {
    private static final String IN_DEMO_JAR = "not in this jar: it is in millrace-demo.jar (scripts/millrace finds it)";
    private static final String NOT_YET = "not available yet";

    @Spec
    CommandSpec spec;

    public static void main(String[] args) {
        int code = run(args);
        Terminal.OUT.flush();
        Terminal.ERR.flush();
        // Not exit: what still runs had its time, and must not keep the process.
        Runtime.getRuntime().halt(code);
    }

    static int run(String[] args) {
        for (String arg : args) {
            if (arg.startsWith("-D")) {
                Terminal.ERR.println(
                        "millrace: " + arg + " does nothing here: -D belongs before -jar; or write --set KEY=VALUE");
                return ExitCodes.USAGE;
            }
        }
        return commandLine().execute(args);
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.addSubcommand(new RunCommand());
        line.addSubcommand(new CheckCommand());
        line.addSubcommand(new ExplainCommand());
        for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
            provider.commands().forEach(line::addSubcommand);
        }
        named().forEach((name, text) -> {
            if (!line.getSubcommands().containsKey(name)) {
                CommandLine named = new CommandLine(new NamedCommand(text));
                // Whatever is asked of it, the answer is the same.
                named.setUnmatchedArgumentsAllowed(true);
                line.addSubcommand(name, named);
            }
        });
        line.setOut(new java.io.PrintWriter(Terminal.OUT, true));
        line.setErr(new java.io.PrintWriter(Terminal.ERR, true));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler(Main::failed);
        line.setParameterExceptionHandler(Main::refused);
        line.setUsageHelpLongOptionsMaxWidth(28);
        return line;
    }

    private static Map<String, String> named() {
        Map<String, String> names = new TreeMap<>();
        names.put("demo", IN_DEMO_JAR);
        names.put("broker", IN_DEMO_JAR);
        for (String name : new String[] {"init", "offsets", "dead-letters", "top", "completion", "verify"}) {
            names.put(name, NOT_YET);
        }
        return names;
    }

    /** One line that says what is wrong, and where to look; not the whole help. */
    private static int refused(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        String command = line.getCommandSpec().qualifiedName();
        Terminal.ERR.println(command + ": " + e.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(e, line.getErr());
        Terminal.ERR.println("try: " + command + " --help");
        return ExitCodes.USAGE;
    }

    private static int failed(Exception e, CommandLine line, CommandLine.ParseResult result) {
        if (e instanceof InvalidConfigException invalid) {
            printProblems(invalid);
            return ExitCodes.CONFIG;
        }
        if (e instanceof NotYetException) {
            Terminal.ERR.println("millrace " + line.getCommandName() + ": " + e.getMessage());
            return ExitCodes.USAGE;
        }
        Terminal.ERR.println("millrace " + line.getCommandName() + " failed: " + e);
        Throwable cause = e.getCause();
        if (cause != null) {
            Terminal.ERR.println("  because of " + cause);
        }
        return ExitCodes.FAILED;
    }

    /** Every problem, then how many. */
    static void printProblems(InvalidConfigException invalid) {
        invalid.problems().forEach(Terminal.ERR::println);
        long errors = invalid.problems().stream().filter(Problem::isError).count();
        long warnings = invalid.problems().size() - errors;
        Terminal.ERR.println(count(errors, "error") + ", " + count(warnings, "warning"));
    }

    private static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
