package io.millrace.handler;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * Standard output, in UTF-8 whatever the platform's encoding, past the buffer of {@link System#out}. One for the
 * process, as there is one descriptor; never closed, as others write to it afterwards. Any thread.
 */
final class StandardOutput implements LineOutput {
    static final StandardOutput INSTANCE = new StandardOutput();

    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    private StandardOutput() {}

    @Override
    public synchronized void write(byte[] lines) throws IOException {
        try {
            out.write(lines);
        } catch (IOException e) {
            throw WriteFaults.writing("standard output", e);
        }
    }
}
