package io.millrace.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Standard output and standard error, and whether somebody looks at them. Any thread. */
public final class Terminal {
    /** Results go here, in UTF-8 wherever they are read. */
    public static final PrintStream OUT =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    /** Progress and messages go here. */
    public static final PrintStream ERR =
            new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

    private static final int STDOUT = 1;
    private static final int STDERR = 2;

    private Terminal() {}

    static boolean isOutInteractive() {
        return isInteractive(STDOUT);
    }

    static boolean isErrInteractive() {
        return isInteractive(STDERR);
    }

    /** The JDK tells of both together only; Linux tells of each. Elsewhere what the JDK tells must do. */
    private static boolean isInteractive(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        if (!Files.isSymbolicLink(link)) {
            return System.console() != null;
        }
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }
}
