/**
 * What the author of a handler sees: the handler itself, its context, and the annotations that describe its settings.
 * Everything here is public and stable; nothing here knows how the engine works.
 */
package io.millrace.api;
