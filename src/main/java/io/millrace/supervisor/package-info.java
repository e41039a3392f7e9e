/** Starts, watches and stops the workers, and adds up what they count. */
package io.millrace.supervisor;
