package io.millrace.testkit.proxy;

import org.apache.kafka.common.protocol.ApiKeys;

/**
 * The head of one request or response: what rules match and logs tell. A response has the head of its request, because
 * by itself it has only a correlation id. Immutable; any thread.
 *
 * @param connection the number of the connection, counted from 1 in the order of arrival
 * @param clientId the request's client id, empty where it has none
 * @param size the frame's bytes after the four of its size
 */
public record Frame(
        long connection,
        String clientId,
        ApiKeys api,
        short version,
        int correlationId,
        Direction direction,
        int size) {
    Frame answeredBy(int responseSize) {
        return new Frame(connection, clientId, api, version, correlationId, Direction.RESPONSE, responseSize);
    }

    @Override
    public String toString() {
        return api + " v" + version + " " + direction + " of " + size + " bytes, client \"" + clientId
                + "\", connection " + connection + ", correlation id " + correlationId;
    }
}
