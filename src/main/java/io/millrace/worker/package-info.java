/**
 * One consumer's life: its thread, its poll loop, its listener, its commits. How offsets are committed is asked of a
 * {@link io.millrace.worker.DeliveryStrategy}, which lives elsewhere.
 */
package io.millrace.worker;
