package io.millrace.testkit.loops.real;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.common.TopicPartition;

/**
 * A real consumer that refuses to commit when the time of a poll is over: it may be a member no more and not know it,
 * and the coordinator takes the commit of a stranger where the group is empty. And one that can be dropped as a killed
 * process drops its client: nobody is told, neither the group nor the listener. The worker's own thread, but for
 * {@link #wakeup}.
 */
final class GuardedConsumer implements InvocationHandler {
    private final KafkaConsumer<byte[], byte[]> client;
    private final long commitNanos;
    private long polled = System.nanoTime();
    private boolean dropped;

    /**
     * @param settings of the client
     * @param commitWithin so long after the last poll began a commit may still be sent
     */
    GuardedConsumer(Map<String, Object> settings, Duration commitWithin) {
        this.client = new KafkaConsumer<>(settings);
        this.commitNanos = commitWithin.toNanos();
    }

    @SuppressWarnings("unchecked") // it does what the client does
    Consumer<byte[], byte[]> consumer() {
        return (Consumer<byte[], byte[]>)
                Proxy.newProxyInstance(GuardedConsumer.class.getClassLoader(), new Class<?>[] {Consumer.class}, this);
    }

    /** Ends whatever the client waits for. Any thread. */
    void wakeup() {
        client.wakeup();
    }

    /** Ends the client; to the group it looks as if its process had died. */
    void drop() {
        dropped = true;
        client.close(CloseOptions.timeout(Duration.ZERO)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "subscribe" -> {
                return call(
                        method, new Object[] {arguments[0], new Listener((ConsumerRebalanceListener) arguments[1])});
            }
            case "poll" -> polled = System.nanoTime();
            case "commitSync" -> {
                if (isTooLate()) {
                    throw refusal();
                }
            }
            case "commitAsync" -> {
                if (isTooLate()) {
                    refuse(arguments);
                    return null;
                }
            }
            default -> {
                // Goes through.
            }
        }
        return call(method, arguments);
    }

    @SuppressWarnings("unchecked") // both methods take nothing else
    private static void refuse(Object[] arguments) {
        ((OffsetCommitCallback) arguments[1])
                .onComplete((Map<TopicPartition, OffsetAndMetadata>) arguments[0], refusal());
    }

    private boolean isTooLate() {
        return System.nanoTime() - polled > commitNanos;
    }

    private static CommitFailedException refusal() {
        return new CommitFailedException("not sent: the time of a poll is over");
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(client, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Hears nothing of a client that was dropped. */
    private final class Listener implements ConsumerRebalanceListener {
        private final ConsumerRebalanceListener of;

        Listener(ConsumerRebalanceListener of) {
            this.of = of;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (!dropped) {
                of.onPartitionsAssigned(partitions);
            }
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            if (!dropped) {
                of.onPartitionsRevoked(partitions);
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            if (!dropped) {
                of.onPartitionsLost(partitions);
            }
        }
    }
}
