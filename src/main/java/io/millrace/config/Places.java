package io.millrace.config;

import com.typesafe.config.ConfigOrigin;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tells where things stand, from the library's origins and the text of the files. Used by the loading thread alone. */
final class Places {
    /** The origin of what {@code reference.conf} says. */
    static final String DEFAULT = "default";

    /** The rank of a default. */
    static final int UNWRITTEN = 0;

    /** The rank of what stands in a file. */
    static final int FILE = 1;

    private static final String MERGED = "merge of ";
    private static final String OTHER_DEFAULT = "reference.conf @";
    private static final String NO_FILE = "configuration";

    /** The library's own ending of what it calls an origin. */
    private static final Pattern LINES = Pattern.compile(": \\d+(-\\d+)?$");

    private final Map<String, List<KeyScanner.Entry>> files = new LinkedHashMap<>();

    void addFile(String name, String text) {
        files.put(name, KeyScanner.scan(text));
    }

    /** The file, or a stand-in where there is none. */
    Place root() {
        return files.keySet().stream()
                .findFirst()
                .map(name -> new Place(name, 1, 0))
                .orElse(Place.of(NO_FILE));
    }

    /** Where the value of this path stands; a missing column is looked up in the file. */
    Place of(String path, ConfigOrigin origin) {
        String source = source(origin);
        int line = Math.max(0, origin.lineNumber());
        if (source.startsWith(MERGED)) {
            return first(path).orElseGet(() -> block(path));
        } else if (!files.containsKey(source)) {
            return isLineless(source) ? Place.of(source) : new Place(source, line, 0);
        }
        return files.get(source).stream()
                .filter(entry -> matches(entry, path, line))
                .max(Comparator.comparingInt(entry -> entry.path().length()))
                .map(entry -> new Place(source, entry.line(), entry.column()))
                .orElse(new Place(source, Math.max(line, 1), 0));
    }

    /** Where the block of this path, or the nearest one around it, is opened. */
    Place block(String path) {
        for (String block = path; !block.isEmpty(); block = parent(block)) {
            Optional<Place> place = first(block);
            if (place.isPresent()) {
                return place.get();
            }
        }
        return root();
    }

    /** Where the path is written with a reference to something else. */
    Optional<Place> reference(String path) {
        return files.entrySet().stream()
                .flatMap(file -> file.getValue().stream()
                        .filter(entry -> entry.path().equals(path) && !entry.plain())
                        .map(entry -> new Place(file.getKey(), entry.line(), entry.column())))
                .reduce((first, last) -> last);
    }

    /** Where something is first joined with something else. */
    Place anyReference() {
        return files.entrySet().stream()
                .flatMap(file -> file.getValue().stream()
                        .filter(entry -> !entry.plain() || entry.kind() == KeyScanner.Kind.APPEND)
                        .map(entry -> new Place(file.getKey(), entry.line(), entry.column())))
                .findFirst()
                .orElseGet(this::root);
    }

    /** Where the path is first written in a file. */
    Optional<Place> first(String path) {
        return files.entrySet().stream()
                .flatMap(file -> file.getValue().stream()
                        .filter(entry -> entry.path().equals(path))
                        .map(entry -> new Place(file.getKey(), entry.line(), entry.column())))
                .findFirst();
    }

    /** All keys of all files, by file. */
    Map<String, List<KeyScanner.Entry>> files() {
        return files;
    }

    static boolean isDefault(ConfigOrigin origin) {
        return isDefault(source(origin));
    }

    static boolean isEnvironment(ConfigOrigin origin) {
        return source(origin).startsWith(Sources.ENVIRONMENT);
    }

    /** How much a source counts: higher wins. */
    static int rank(ConfigOrigin origin) {
        String source = source(origin);
        if (source.startsWith(Sources.SET)) {
            return 4;
        } else if (source.startsWith(Sources.SYSTEM)) {
            return 3;
        } else if (source.startsWith(Sources.ENVIRONMENT)) {
            return 2;
        }
        return isDefault(source) ? UNWRITTEN : FILE;
    }

    /** Who embeds Millrace may have let the library read the defaults itself. */
    private static boolean isDefault(String source) {
        return source.equals(DEFAULT) || source.startsWith(OTHER_DEFAULT);
    }

    private static boolean matches(KeyScanner.Entry entry, String path, int line) {
        return entry.line() == line && (path.equals(entry.path()) || path.endsWith("." + entry.path()));
    }

    private static boolean isLineless(String source) {
        return source.equals(DEFAULT)
                || source.startsWith(Sources.ENVIRONMENT)
                || source.startsWith(Sources.SYSTEM)
                || source.startsWith(Sources.SET);
    }

    private static String source(ConfigOrigin origin) {
        return LINES.matcher(origin.description()).replaceFirst("");
    }

    private static String parent(String path) {
        int dot = path.lastIndexOf('.');
        return dot < 0 ? "" : path.substring(0, dot);
    }
}
