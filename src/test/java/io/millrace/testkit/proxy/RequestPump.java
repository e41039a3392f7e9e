package io.millrace.testkit.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.protocol.ApiKeys;

/** From the client to the broker; notes each request that the broker will have to answer. One thread. */
final class RequestPump extends Pump {
    /** API key, version, correlation id and the length of the client id; the same in all versions of the header. */
    private static final int FIXED_BYTES = 2 + 2 + 4 + 2;

    private final Socket broker;
    private final OutputStream out;
    private final InFlight inFlight;
    private boolean ended;

    RequestPump(Connection connection, Traffic traffic, Socket client, Socket broker, InFlight inFlight)
            throws IOException {
        super(Direction.REQUEST, new FrameSource(client.getInputStream()), connection, traffic);
        this.broker = broker;
        this.out = broker.getOutputStream();
        this.inFlight = inFlight;
    }

    @Override
    Frame readHead(int size) throws IOException {
        ByteBuffer fixed = source().head(FIXED_BYTES);
        short api = fixed.getShort();
        short version = fixed.getShort();
        int correlationId = fixed.getInt();
        int length = Math.max(0, fixed.getShort());
        if (!ApiKeys.hasId(api)) {
            throw new FrameException("a request with the unknown API key " + api);
        }
        String clientId = StandardCharsets.UTF_8.decode(source().head(length)).toString();
        connection().hasClientId(clientId);
        return new Frame(
                connection().number(), clientId, ApiKeys.forId(api), version, correlationId, Direction.REQUEST, size);
    }

    @Override
    void sending(Frame next, boolean twin) {
        inFlight.sent(next, twin);
    }

    @Override
    void write(byte[] bytes, int length) throws IOException {
        try {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            connection().cut();
            throw e;
        }
    }

    /** Not when the client is gone: what it sent is on its way to the broker all the same. */
    @Override
    boolean isOver() {
        return connection().isCut();
    }

    @Override
    boolean isReceiverGone() {
        return connection().isCut();
    }

    @Override
    boolean hasEnded() {
        return ended;
    }

    /** The broker may answer before the connection is cut; the client must not hear of it. */
    @Override
    void beforeLast() {
        ended = true;
        connection().mute();
    }

    /** Closes only this half, so that the broker reads to the end and then closes by itself. */
    @Override
    void senderLeft() throws IOException {
        connection().clientLeft();
        broker.shutdownOutput();
    }
}
