package io.millrace.handler;

import io.millrace.api.Named;
import io.millrace.api.RecordHandler;
import io.millrace.config.Nearest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The classes of handlers: those that are listed as services, by the name that {@link Named} gives them, and any other
 * by its class name. No handler is made to find one. Stateless; any thread.
 */
public final class HandlerTypes {
    private HandlerTypes() {}

    /**
     * The names of all listed handlers, sorted; of one without a name its class name.
     *
     * @throws IllegalArgumentException if a list of services cannot be read
     */
    public static Set<String> names(ClassLoader loader) {
        return listed(loader).stream().map(HandlerTypes::name).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(Class<?> type) {
        Named named = type.getAnnotation(Named.class);
        return named == null ? type.getName() : named.value();
    }

    @SuppressWarnings({"rawtypes", "unchecked"}) // a class literal knows no type arguments
    private static List<Class<? extends RecordHandler<?, ?>>> listed(ClassLoader loader) {
        try {
            return (List) ServiceLoader.load(RecordHandler.class, loader).stream()
                    .map(ServiceLoader.Provider::type)
                    .distinct()
                    .toList();
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException("the list of handlers cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The handler of that name or of that class.
     *
     * @throws IllegalArgumentException if there is none, if several have the name, or if the class is no handler or
     *     cannot be made; with what can be done
     */
    public static Class<? extends RecordHandler<?, ?>> find(String typeOrClassName, ClassLoader loader) {
        List<Class<? extends RecordHandler<?, ?>>> found = listed(loader).stream()
                .filter(type -> name(type).equals(typeOrClassName))
                .toList();
        if (found.size() > 1) {
            throw new IllegalArgumentException("the handler name " + typeOrClassName + " is that of several classes: "
                    + found.stream().map(Class::getName).collect(Collectors.joining(", "))
                    + "; write the class name instead");
        }
        return found.isEmpty() ? byClassName(typeOrClassName, loader) : found.get(0);
    }

    private static Class<? extends RecordHandler<?, ?>> byClassName(String className, ClassLoader loader) {
        Class<?> type;
        try {
            type = Class.forName(className, false, loader);
        } catch (ClassNotFoundException e) {
            throw notFound(className, loader, e);
        } catch (LinkageError e) {
            throw new IllegalArgumentException("the class " + className + " cannot be loaded: " + e, e);
        }
        return checked(type);
    }

    private static IllegalArgumentException notFound(String className, ClassLoader loader, Exception cause) {
        Set<String> names = names(loader);
        String near = Nearest.names(className, names).stream().findFirst().orElse(null);
        String message = className.indexOf('.') >= 0
                ? "there is no class " + className + "; is its jar on the class path?"
                : "there is no handler " + className + (near == null ? "" : "; did you mean " + near + "?");
        return new IllegalArgumentException(
                message + "; there are: " + String.join(", ", names) + ", or a class name", cause);
    }

    @SuppressWarnings("unchecked") // every RecordHandler is one of something
    private static Class<? extends RecordHandler<?, ?>> checked(Class<?> type) {
        if (!RecordHandler.class.isAssignableFrom(type)) {
            throw unusable(type, "it does not implement " + RecordHandler.class.getName());
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            throw unusable(type, "it is abstract or an interface");
        }
        if (!isPublic(type)) {
            throw unusable(type, "it, or the class around it, is not public");
        }
        if (Arrays.stream(type.getConstructors()).noneMatch(constructor -> constructor.getParameterCount() == 0)) {
            throw unusable(
                    type,
                    "it has no public constructor without arguments"
                            + (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())
                                    ? ", because it is an inner class: make it static"
                                    : ""));
        }
        return (Class<? extends RecordHandler<?, ?>>) type;
    }

    private static boolean isPublic(Class<?> type) {
        for (Class<?> around = type; around != null; around = around.getEnclosingClass()) {
            if (!Modifier.isPublic(around.getModifiers())) {
                return false;
            }
        }
        return true;
    }

    private static IllegalArgumentException unusable(Class<?> type, String why) {
        return new IllegalArgumentException("the class " + type.getName() + " cannot be the handler: " + why);
    }

    /**
     * A new handler, not yet open.
     *
     * @throws IllegalArgumentException if the class cannot be made a handler
     * @throws IllegalStateException if its constructor fails, with the cause
     */
    public static RecordHandler<?, ?> create(Class<? extends RecordHandler<?, ?>> type) {
        try {
            return checked(type).getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(
                    "the constructor of " + type.getName() + " failed: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw unusable(type, e.toString());
        }
    }

    /** The record named {@code Settings} inside the handler's class or the nearest class above it that has one. */
    public static Optional<Class<? extends Record>> settingsOf(Class<?> type) {
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Class<?> nested : owner.getDeclaredClasses()) {
                if (nested.isRecord() && nested.getSimpleName().equals("Settings")) {
                    return Optional.of(nested.asSubclass(Record.class));
                }
            }
        }
        return Optional.empty();
    }
}
