package io.millrace.worker;

import io.millrace.process.Attention;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Commands to a worker, run by the worker between two records, with what is true then. One of the few objects that
 * carry state between threads: any thread may post, the worker alone runs.
 */
final class Mailbox {
    /** Something that a worker is asked to do. */
    interface Command {
        void run(PollLoop loop);
    }

    private final Queue<Command> commands = new ConcurrentLinkedQueue<>();
    private final Attention attention;

    Mailbox(Attention attention) {
        this.attention = attention;
    }

    /** Posts a command, unless the same one waits already: a worker that is stuck must not pile them up. */
    void post(Command command) {
        if (!commands.contains(command)) {
            commands.add(command);
        }
        attention.raise(Attention.MAIL);
    }

    void runAll(PollLoop loop) {
        attention.mailTaken();
        Command command;
        while ((command = commands.poll()) != null) {
            command.run(loop);
        }
    }
}
