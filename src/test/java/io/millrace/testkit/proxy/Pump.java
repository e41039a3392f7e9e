package io.millrace.testkit.proxy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Carries the frames of one connection in one direction, in a thread of its own that blocks where it has to wait. */
abstract class Pump implements Runnable, Passage {
    private static final int PIECES_PER_SECOND = 10;

    private final Direction direction;
    private final FrameSource source;
    private final Connection connection;
    private final Traffic traffic;
    private Frame frame;
    /** A frame was lost: the receiver must not get one that came after it. */
    private boolean deaf;

    Pump(Direction direction, FrameSource source, Connection connection, Traffic traffic) {
        this.direction = direction;
        this.source = source;
        this.connection = connection;
        this.traffic = traffic;
    }

    /** Reads the head of a frame of this size; null where the frame is none of the client's and was skipped. */
    abstract Frame readHead(int size) throws IOException;

    /** Writes to the receiver, or finds it gone and tells the connection. */
    abstract void write(byte[] bytes, int length) throws IOException;

    /** Whether nothing that this pump could still do has an effect, so that it should not wait. */
    abstract boolean isOver();

    /** Whether frames have to be thrown away, because their receiver is gone. */
    abstract boolean isReceiverGone();

    /** The sender has closed its side, or is gone. */
    abstract void senderLeft() throws IOException;

    /** A frame of the client's is about to be sent to the broker. */
    void sending(Frame next, boolean twin) {}

    /** The next frame is the last that this pump forwards. */
    void beforeLast() {}

    final FrameSource source() {
        return source;
    }

    final Connection connection() {
        return connection;
    }

    @Override
    public final void run() {
        try {
            pump();
            senderLeft();
        } catch (IOException e) {
            // A peer closed, or a cut closed the socket under this thread.
            connection.cut();
        } catch (InterruptedException e) {
            connection.cut();
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            connection.cut();
            traffic.problem("a fault of the proxy itself, " + frame, e);
        } finally {
            connection.ended();
        }
    }

    private void pump() throws IOException, InterruptedException {
        try {
            int size = source.next();
            while (size >= 0) {
                traffic.awaitFlow(direction, this::isOver);
                if (connection.isCut()) {
                    return;
                }
                frame = readHead(size);
                if (frame != null) {
                    treat();
                }
                if (connection.isCut() || hasEnded()) {
                    return;
                }
                size = source.next();
            }
        } catch (FrameException e) {
            traffic.problem("connection " + connection.number() + ", " + direction, e);
            throw e;
        } catch (IOException e) {
            // A sender that is gone without a goodbye is still gone, and what it sent before is on its way.
            traffic.awaitFlow(direction, this::isOver);
            return;
        }
        traffic.awaitFlow(direction, this::isOver);
    }

    /** Whether this pump has to stop though its sender is still there. */
    boolean hasEnded() {
        return false;
    }

    private void treat() throws IOException, InterruptedException {
        traffic.counters().seen(frame);
        if (deaf) {
            source.skip();
            return;
        }
        Traffic.Decision decision = traffic.decide(frame);
        for (Rule observer : decision.observers()) {
            observer.action().hook().ifPresent(hook -> hook.accept(frame));
        }
        if (decision.taker().isEmpty()) {
            forward();
        } else {
            Rule rule = decision.taker().orElseThrow();
            rule.action().effect().apply(this, rule);
        }
    }

    @Override
    public final void forward() throws IOException, InterruptedException {
        if (isAllowed()) {
            sending(frame, false);
            source.copyTo(this::pass);
        }
    }

    @Override
    public final void forwardSlowly(int bytesPerSecond) throws IOException, InterruptedException {
        if (isAllowed()) {
            sending(frame, false);
            source.copy(
                    (bytes, length, last) -> {
                        pass(bytes, length, last);
                        traffic.sleep(
                                Duration.ofNanos(TimeUnit.SECONDS.toNanos(length) / bytesPerSecond), this::isOver);
                    },
                    Math.max(1, bytesPerSecond / PIECES_PER_SECOND));
        }
    }

    @Override
    public final void forwardTwice() throws IOException, InterruptedException {
        if (isAllowed()) {
            sending(frame, false);
            sending(frame, true);
            byte[] whole = source.take(Integer.MAX_VALUE);
            pass(whole, whole.length, true);
            write(whole, whole.length);
        }
    }

    @Override
    public final void forwardFirst(int bytes) throws IOException, InterruptedException {
        if (isAllowed()) {
            byte[] first = source.take(bytes);
            write(first, first.length);
        }
    }

    /** Waits at the gate; false where there is nobody to forward to any more, and the frame is skipped. */
    private boolean isAllowed() throws IOException, InterruptedException {
        traffic.awaitFlow(direction, this::isOver);
        if (isReceiverGone()) {
            source.skip();
            return false;
        }
        return true;
    }

    /** Counts the frame before its end is written: whoever has seen its effect finds it counted. */
    private void pass(byte[] bytes, int length, boolean last) throws IOException {
        if (last && !isReceiverGone()) {
            traffic.counters().forwarded(frame);
        }
        write(bytes, length);
    }

    @Override
    public final void swallow() throws IOException {
        deaf = true;
        source.skip();
    }

    @Override
    public final void pause(Duration duration, Rule rule) throws InterruptedException {
        traffic.sleep(duration, () -> rule.isRemoved() || isOver());
    }

    @Override
    public final void awaitRelease(Rule rule) throws InterruptedException {
        traffic.awaitRelease(rule, this::isOver);
    }

    @Override
    public final void cut() {
        connection.cut();
    }

    @Override
    public final void forwardLast() throws IOException, InterruptedException {
        beforeLast();
        forward();
        connection.clientLeft();
    }
}
