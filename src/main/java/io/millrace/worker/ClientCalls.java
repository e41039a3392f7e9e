package io.millrace.worker;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls of the client about one partition that is owned. Used by the worker's own thread alone. */
final class ClientCalls {
    private static final Logger LOG = LoggerFactory.getLogger(ClientCalls.class);

    private ClientCalls() {}

    /**
     * Makes the call. With the consumer protocol a thread of the client's own can have let the partition go since, also
     * without a word ({@code ConsumerMembershipManager} clears the whole assignment of a member whose time between two
     * polls is over): then nothing is done, and {@link RebalanceHandler#findGone} takes it for lost.
     */
    static void about(TopicPartition partition, Consumer<?, ?> consumer, Runnable call) {
        try {
            call.run();
        } catch (IllegalStateException e) {
            if (consumer.assignment().contains(partition)) {
                throw e;
            }
            LOG.debug("the client has let {} go: {}", partition, e.toString());
        }
    }
}
