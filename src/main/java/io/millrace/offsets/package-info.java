/** The state of what is owned: partitions, what is finished of them, where they start. */
package io.millrace.offsets;
