package io.millrace.config;

import java.util.function.Function;

/**
 * Which handler is used, and its own settings, not yet bound: only the handler knows their shape.
 *
 * @param type the name or the class name that is written
 * @param settings binds the block to a record type; throws {@link InvalidConfigException} with every fault
 */
public record HandlerConfig(String type, Function<Class<? extends Record>, Record> settings) {}
