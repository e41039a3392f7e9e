package io.millrace.worker;

import java.util.List;
import java.util.function.Function;

/**
 * What a handler had to tell at one moment, and how such results are joined. Immutable; any thread.
 *
 * @param value of a shape that JSON can hold, or null
 * @param merge joins the values of several workers
 */
public record HandlerResult(Object value, Function<List<Object>, Object> merge) {}
