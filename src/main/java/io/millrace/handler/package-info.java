/**
 * The built-in handlers, the fields and templates that their settings are written in, and the way a handler's class is
 * found. Knows nothing of the engine but what {@link io.millrace.api} shows to every author of a handler.
 */
package io.millrace.handler;
