package io.millrace.config;

import java.util.Collection;
import java.util.List;

/**
 * What the loader must know of handlers and formats, which it cannot see: implemented by whoever wires them. Asked on
 * the loading thread, a few times per load.
 */
public interface LeafShapes {

    /** What is known of the handler with this short name or class name. */
    HandlerShape handler(String type);

    /** Short names of all handlers that can be used, for "did you mean". */
    Collection<String> handlers();

    /** Names of all formats that can be used. */
    Collection<String> formats();

    /** The answer to {@link #handler}. */
    sealed interface HandlerShape {}

    /** The handler declares its settings. */
    record Typed(Class<? extends Record> settings) implements HandlerShape {}

    /** The handler exists and declares nothing: whatever stands in its block is taken. */
    record Untyped() implements HandlerShape {}

    /**
     * There is no such handler.
     *
     * @param why what was found instead, as a sentence; empty where there is nothing of that name
     */
    record Unknown(String why) implements HandlerShape {}

    /** Takes any handler with any settings, and the formats that need no library. */
    static LeafShapes unchecked() {
        return new LeafShapes() {
            @Override
            public HandlerShape handler(String type) {
                return new Untyped();
            }

            @Override
            public Collection<String> handlers() {
                return List.of();
            }

            @Override
            public Collection<String> formats() {
                return List.of("string", "bytes", "int", "long", "double");
            }
        };
    }
}
