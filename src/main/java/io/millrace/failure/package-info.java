/** What is done about a record that failed: one class per policy. */
package io.millrace.failure;
