package io.millrace.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that this jar knows by name only: it says where it is to be had. */
@Command(hidden = true)
final class NamedCommand implements Callable<Integer> {
    private final String text;

    @Spec
    CommandSpec spec;

    @Parameters(hidden = true)
    List<String> ignored;

    NamedCommand(String text) {
        this.text = text;
    }

    @Override
    public Integer call() {
        Terminal.ERR.println("millrace " + spec.name() + ": " + text);
        return ExitCodes.USAGE;
    }
}
