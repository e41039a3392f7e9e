/** What tests with a real broker share. */
package io.millrace.testkit;
