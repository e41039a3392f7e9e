/** Where records run: decoding, the handler's call, and what is asked when one of them fails. */
package io.millrace.process;
