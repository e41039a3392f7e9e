package io.millrace.testkit.proxy;

import java.io.IOException;
import java.time.Duration;

/** What an action can do with the frame that a rule has taken. Called by the frame's own thread alone. */
interface Passage {
    /** Sends the frame on, unless its receiver is gone or does not hear this direction any more. */
    void forward() throws IOException, InterruptedException;

    /** Sends a request on twice; the client gets the first answer. */
    void forwardTwice() throws IOException, InterruptedException;

    void forwardSlowly(int bytesPerSecond) throws IOException, InterruptedException;

    /** Sends the first bytes on, the four of the frame's size included. */
    void forwardFirst(int bytes) throws IOException, InterruptedException;

    /** Loses the frame, and all that follow it on this connection in this direction. */
    void swallow() throws IOException;

    /** Lets the frame wait, and with it what is behind it, unless the rule is removed. */
    void pause(Duration duration, Rule rule) throws InterruptedException;

    void awaitRelease(Rule rule) throws InterruptedException;

    /** Closes both sides at once. */
    void cut();

    /** Sends the frame on, then closes the client's side; the broker still handles what it was sent. */
    void forwardLast() throws IOException, InterruptedException;
}
