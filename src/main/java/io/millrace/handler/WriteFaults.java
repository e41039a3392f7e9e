package io.millrace.handler;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Says of a failed write where it was, why, and what can be done. Stateless; any thread. */
final class WriteFaults {
    private WriteFaults() {}

    static IOException opening(Path file, IOException cause) {
        return new IOException("cannot open " + file + " for appending: " + reason(file, cause), cause);
    }

    private static String reason(Path file, IOException cause) {
        Path parent = file.getParent();
        if (cause instanceof NoSuchFileException && parent != null && Files.notExists(parent)) {
            return "the directory " + parent + " does not exist; create it, or name another file";
        }
        if (Files.isDirectory(file)) {
            return "it is a directory; name a file in it";
        }
        if (cause instanceof AccessDeniedException) {
            return "this process's user may not read and write it; change its permissions, or name another file";
        }
        return reason(cause);
    }

    static IOException writing(Object place, IOException cause) {
        return new IOException("cannot write to " + place + ": " + reason(cause), cause);
    }

    private static String reason(IOException cause) {
        if (cause instanceof ClosedChannelException) {
            return "it was closed, because the engine ended or a worker was interrupted while writing; start again";
        }
        String message = String.valueOf(cause.getMessage());
        if (message.contains("No space left") || message.contains("quota")) {
            return message + "; free some space: nothing is lost, the lines not written are written again";
        }
        if (message.contains("Broken pipe")) {
            return "its reader is gone (" + message + "); start again with a reader that stays, or print to a file";
        }
        return message;
    }
}
