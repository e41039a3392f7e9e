package io.millrace.supervisor;

import io.millrace.api.LiveResult;
import io.millrace.api.RecordHandler;
import io.millrace.config.LeafShapes;
import io.millrace.config.MillraceConfig;
import io.millrace.decode.Formats;
import io.millrace.handler.HandlerTypes;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/** Tells what handlers and formats there are, and what they say of themselves. Stateless; any thread. */
public final class ProjectLeaves implements LeafShapes {
    private final ClassLoader loader;

    /** @param loader finds handlers that are written by class name */
    public ProjectLeaves(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public HandlerShape handler(String type) {
        Class<? extends RecordHandler<?, ?>> found;
        try {
            found = HandlerTypes.find(type, loader);
        } catch (IllegalArgumentException e) {
            // A short name that is not there needs no more words; a class can fail in many ways.
            return new Unknown(type.indexOf('.') < 0 ? "" : e.getMessage());
        }
        return HandlerTypes.settingsOf(found).<HandlerShape>map(Typed::new).orElseGet(Untyped::new);
    }

    @Override
    public Collection<String> handlers() {
        return HandlerTypes.names(loader);
    }

    @Override
    public Collection<String> formats() {
        return Formats.names();
    }

    /** How often the merged result is to be printed while the engine runs; empty: only at the end. */
    public Optional<Duration> resultEvery(MillraceConfig config) {
        if (handler(config.handler().type()) instanceof Typed typed
                && LiveResult.class.isAssignableFrom(typed.settings())) {
            return ((LiveResult) config.handler().settings().apply(typed.settings())).every();
        }
        return Optional.empty();
    }
}
