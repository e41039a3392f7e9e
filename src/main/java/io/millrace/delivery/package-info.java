/** How offsets are committed: one class per mode, and what each of them promises. */
package io.millrace.delivery;
