/**
 * The formats that keys and values can be read in. Kafka's own {@link
 * org.apache.kafka.common.serialization.Deserializer} is the contract; each worker has instances of its own.
 */
package io.millrace.decode;
