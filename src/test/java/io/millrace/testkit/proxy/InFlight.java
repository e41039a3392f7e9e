package io.millrace.testkit.proxy;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The requests of one connection that the broker has not answered. A broker answers a connection's requests in their
 * order, but for a produce request without acknowledgement, which it does not answer at all. Two threads, one on each
 * side.
 */
final class InFlight {
    /**
     * One request at the broker.
     *
     * @param twin whether the proxy made it up, so that the client must not see the answer
     */
    record Request(Frame frame, boolean twin) {}

    private final Deque<Request> requests = new ArrayDeque<>();

    /** To be called before the request is sent: the answer can be faster than the sender. */
    synchronized void sent(Frame frame, boolean twin) {
        requests.addLast(new Request(frame, twin));
    }

    /** The request that is answered; those before it get no answer any more. */
    synchronized Request answered(int correlationId) throws FrameException {
        while (!requests.isEmpty()) {
            Request request = requests.removeFirst();
            if (request.frame().correlationId() == correlationId) {
                return request;
            }
        }
        throw new FrameException("a response to no request, correlation id " + correlationId);
    }
}
