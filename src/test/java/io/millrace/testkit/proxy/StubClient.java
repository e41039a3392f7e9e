package io.millrace.testkit.proxy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.protocol.ApiKeys;

/** A client that sends requests with any body and reads answers as they come. One thread. */
final class StubClient implements AutoCloseable {
    static final int GONE = -1;
    static final int SILENCE = -2;

    private static final int PATIENCE_MILLIS = 5_000;

    private final Socket socket;
    private final DataInputStream in;
    private final String id;

    StubClient(KafkaProxy proxy, String id) throws IOException {
        this.socket = new Socket("localhost", proxy.port());
        this.id = id;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new DataInputStream(socket.getInputStream());
    }

    void send(ApiKeys api, int correlationId) throws IOException {
        send(api, (short) 1, correlationId, new byte[0]);
    }

    void send(ApiKeys api, short version, int correlationId, byte[] body) throws IOException {
        byte[] name = id.getBytes(StandardCharsets.UTF_8);
        int size = 2 + 2 + 4 + 2 + name.length + body.length;
        socket.getOutputStream()
                .write(ByteBuffer.allocate(Integer.BYTES + size)
                        .putInt(size)
                        .putShort(api.id)
                        .putShort(version)
                        .putInt(correlationId)
                        .putShort((short) name.length)
                        .put(name)
                        .put(body)
                        .array());
    }

    void sendRaw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** The next response's correlation id, or {@link #GONE} where the connection is closed. */
    int answer() throws IOException {
        byte[] response = read();
        return response.length == 0 ? GONE : ByteBuffer.wrap(response).getInt();
    }

    /** As {@link #answer()}, but {@link #SILENCE} where nothing comes in time. */
    int answer(int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            return answer();
        } catch (SocketTimeoutException e) {
            return SILENCE;
        } finally {
            socket.setSoTimeout(PATIENCE_MILLIS);
        }
    }

    /** The body of the next response; what the stub broker answers is the request's. */
    byte[] body() throws IOException {
        byte[] response = read();
        int head = Integer.BYTES + 2 + id.getBytes(StandardCharsets.UTF_8).length;
        return Arrays.copyOfRange(response, head, response.length);
    }

    private byte[] read() throws IOException {
        byte[] response;
        try {
            response = new byte[in.readInt()];
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            return new byte[0];
        }
        in.readFully(response);
        return response;
    }

    /** How many bytes still come before the end, whole frame or not. */
    int bytesToTheEnd() throws IOException {
        return in.readAllBytes().length;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
