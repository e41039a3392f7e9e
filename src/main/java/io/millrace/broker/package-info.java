/**
 * A real Kafka broker to try things on, in this JVM or in one of its own, and a loader that fills it from files. It
 * stands alone: nothing of the engine is used here, and nothing of the engine may use it.
 */
package io.millrace.broker;
