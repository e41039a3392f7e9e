package io.millrace.bench;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * What somebody would write without an engine, as fast as it can be written. For one thread, for one run.
 *
 * @param <T> what keys and values are decoded to, by the client
 */
interface BareLoop<T> {
    Class<? extends Deserializer<T>> deserializer();

    /**
     * Handles what a poll returned, and commits where this loop does; tells how many records that were.
     *
     * @param consumer that polled them
     */
    int handle(Consumer<T, T> consumer, ConsumerRecords<T, T> records);

    /** The counts that this loop, and the engine too, must come to; null: there are none. */
    Object expected();

    /** What this loop came to. */
    Object result();
}
