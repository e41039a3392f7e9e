package io.millrace.handler;

import java.io.IOException;

/** Where whole lines go. Made for sharing: any thread, and lines of two calls never mix. */
interface LineOutput {
    /**
     * Hands lines to the operating system: when this returns they survive the end of the process, not of the machine.
     *
     * @param lines whole lines in UTF-8, the last one ended too
     * @throws IOException if not all of it was written, with the place and what can be done; then the same lines may be
     *     written again
     */
    void write(byte[] lines) throws IOException;
}
