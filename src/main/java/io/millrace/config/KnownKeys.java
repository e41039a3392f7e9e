package io.millrace.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The names of settings, as the records say them. Stateless. */
final class KnownKeys {
    private static final List<String> PATHS = paths();

    private KnownKeys() {}

    /** Whole paths of all of Millrace's own settings and blocks. */
    static List<String> all() {
        return PATHS;
    }

    /** {@code maxUnacknowledged} is written {@code max-unacknowledged}. */
    static String key(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    static List<String> keys(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents()).map(KnownKeys::key).toList();
    }

    private static List<String> paths() {
        List<String> paths = new ArrayList<>();
        collect(Tree.ROOT, MillraceConfig.class, paths);
        paths.add("millrace.handler.type");
        return List.copyOf(paths);
    }

    private static void collect(String path, Class<?> type, List<String> into) {
        for (RecordComponent component : type.getRecordComponents()) {
            String child = path + "." + key(component);
            into.add(child);
            if (component.getType().isRecord()
                    && component.getType().getPackage() == KnownKeys.class.getPackage()
                    && component.getType() != WorkerCount.class
                    && component.getType() != HandlerConfig.class) {
                collect(child, component.getType(), into);
            }
        }
    }
}
