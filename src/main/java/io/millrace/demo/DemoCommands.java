package io.millrace.demo;

import io.millrace.cli.CommandProvider;
import java.util.List;

/** The commands of the demo jar. */
public final class DemoCommands implements CommandProvider {
    @Override
    public List<Object> commands() {
        return List.of(new DemoCommand(), new BrokerCommand());
    }
}
