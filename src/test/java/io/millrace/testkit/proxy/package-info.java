/** A TCP proxy that understands Kafka's framing, and so can lose, delay, cut or double one kind of message. */
package io.millrace.testkit.proxy;
