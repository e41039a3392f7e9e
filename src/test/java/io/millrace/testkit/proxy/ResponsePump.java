package io.millrace.testkit.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Optional;

/**
 * From the broker to the client. When the client is gone it reads on to the broker's end, because a socket that is
 * closed with unread answers would take requests down with it that the broker has not read yet. One thread.
 */
final class ResponsePump extends Pump {
    private final OutputStream out;
    private final InFlight inFlight;
    private final Traffic traffic;

    ResponsePump(Connection connection, Traffic traffic, Socket client, Socket broker, InFlight inFlight)
            throws IOException {
        super(Direction.RESPONSE, new FrameSource(broker.getInputStream()), connection, traffic);
        this.out = client.getOutputStream();
        this.inFlight = inFlight;
        this.traffic = traffic;
    }

    @Override
    Frame readHead(int size) throws IOException {
        InFlight.Request request =
                inFlight.answered(source().head(Integer.BYTES).getInt());
        Frame frame = request.frame().answeredBy(size);
        if (request.twin()) {
            source().skip();
            traffic.fired("second answer swallowed", Optional.of(frame));
            return null;
        }
        return frame;
    }

    @Override
    void write(byte[] bytes, int length) {
        if (!isReceiverGone()) {
            try {
                out.write(bytes, 0, length);
            } catch (IOException e) {
                connection().clientLeft();
            }
        }
    }

    @Override
    boolean isOver() {
        return isReceiverGone();
    }

    @Override
    boolean isReceiverGone() {
        return connection().isCut() || connection().hasClientLeft();
    }

    @Override
    void senderLeft() {
        connection().cut();
    }
}
