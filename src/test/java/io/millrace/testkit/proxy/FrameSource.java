package io.millrace.testkit.proxy;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The frames that arrive on one socket. The head is read first; when its fate is decided, the rest is streamed through
 * a small buffer or skipped, so that a frame of any size costs the same memory. One thread.
 */
final class FrameSource {
    /** Kafka's own limit of a request, {@code socket.request.max.bytes}, is 100 MB; a TLS hello reads as 369 MB. */
    static final int MAX_BYTES = 256 << 20;

    /** What is sent twice or in part has to fit into memory. */
    private static final int MAX_TAKEN = 32 << 20;

    private static final int BUFFER_BYTES = 1 << 15;
    private static final int INPUT_BYTES = 1 << 14;

    private final DataInputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    /** How much of the frame is in the buffer, its size field included. */
    private int filled;
    /** How much of the frame is still in the socket. */
    private int left;

    FrameSource(InputStream in) {
        this.in = new DataInputStream(new BufferedInputStream(in, INPUT_BYTES));
    }

    /** Waits for the next frame; its size, or -1 where the stream has ended. */
    int next() throws IOException {
        if (left > 0) {
            throw new IllegalStateException("the last frame was neither copied nor skipped");
        }
        int first = in.read();
        if (first < 0) {
            return -1;
        }
        buffer[0] = (byte) first;
        in.readFully(buffer, 1, Integer.BYTES - 1);
        filled = Integer.BYTES;
        left = ByteBuffer.wrap(buffer).getInt();
        if (left < 0 || left > MAX_BYTES) {
            int size = left;
            left = 0;
            throw new FrameException("a frame of " + size + " bytes: not Kafka's protocol in the clear");
        }
        return left;
    }

    /** Reads so many more bytes of the frame's head; they stay part of the frame. */
    ByteBuffer head(int bytes) throws IOException {
        if (bytes > left || bytes > buffer.length - filled) {
            left = 0;
            throw new FrameException("a frame that ends inside its head");
        }
        in.readFully(buffer, filled, bytes);
        ByteBuffer head = ByteBuffer.wrap(buffer, filled, bytes);
        filled += bytes;
        left -= bytes;
        return head;
    }

    /** Where the pieces of a frame go. */
    interface Piece {
        void write(byte[] bytes, int length, boolean last) throws IOException, InterruptedException;
    }

    /** Hands the whole frame on in pieces, each as soon as it has arrived and no longer than the given bytes. */
    void copy(Piece piece, int longest) throws IOException, InterruptedException {
        int capacity = Math.max(filled, Math.min(longest, buffer.length));
        do {
            fill(capacity);
            piece.write(buffer, filled, left == 0);
            filled = 0;
        } while (left > 0);
    }

    void copyTo(Piece piece) throws IOException, InterruptedException {
        copy(piece, BUFFER_BYTES);
    }

    private void fill(int capacity) throws IOException {
        int wanted = Math.min(left, capacity - filled);
        if (wanted > 0) {
            int read = in.read(buffer, filled, wanted);
            if (read < 0) {
                throw new EOFException("the stream ended inside a frame");
            }
            filled += read;
            left -= read;
        }
    }

    /** Reads the frame's first bytes into memory, or all where it has fewer. */
    byte[] take(int bytes) throws IOException {
        int wanted = Math.min(bytes, filled + left);
        if (wanted > MAX_TAKEN) {
            throw new FrameException("a frame too large to be taken apart: " + wanted + " bytes");
        }
        byte[] taken = Arrays.copyOf(buffer, wanted);
        int more = Math.max(0, wanted - filled);
        in.readFully(taken, wanted - more, more);
        left -= more;
        return taken;
    }

    void skip() throws IOException {
        in.skipNBytes(left);
        left = 0;
    }
}
