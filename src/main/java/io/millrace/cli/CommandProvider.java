package io.millrace.cli;

import java.util.List;

/**
 * Brings commands that only some jars have. Found by {@link java.util.ServiceLoader}, so that the engine's jar needs
 * none of their classes.
 */
public interface CommandProvider {
    /** Picocli commands. */
    List<Object> commands();
}
