package io.millrace.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Reads a configuration file and what it includes. Used by the loading thread alone. */
final class FileSource {
    private static final int MAX_REPAIRS = 50;
    private static final int MAX_INCLUDES = 20;
    private static final long MAX_BYTES = 10_000_000;

    private final Problems problems;
    private final Places places;
    private final Deque<Path> reading = new ArrayDeque<>();
    private boolean broken;

    FileSource(Problems problems, Places places) {
        this.problems = problems;
        this.places = places;
    }

    /** The file's content; empty where it cannot be read, which is then a problem. */
    ConfigObject read(Path file) {
        String name = file.toString();
        Optional<String> text = text(file, name);
        if (text.isEmpty()) {
            broken = true;
            return ConfigFactory.empty().root();
        }
        return parse(file, name, text.get());
    }

    /** True where a part of the files is not known, so that a look at the rest would only mislead. */
    boolean isBroken() {
        return broken;
    }

    /** As {@link #read}, from within another file. */
    ConfigObject include(Path file, Place place) {
        if (reading.contains(file.normalize()) || reading.size() > MAX_INCLUDES) {
            problems.error(Ids.INCLUDE, place, file + " includes itself", "fix: remove this include");
            return ConfigFactory.empty().root();
        }
        return read(file);
    }

    private Optional<String> text(Path file, String name) {
        try {
            if (Files.isDirectory(file)) {
                return unreadable(name, "is a directory, not a file");
            } else if (Files.exists(file) && Files.size(file) > MAX_BYTES) {
                return unreadable(name, "is too large for a configuration (more than " + MAX_BYTES + " bytes)");
            }
            String text = Files.readString(file);
            return Optional.of(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (NoSuchFileException e) {
            return unreadable(name, "does not exist");
        } catch (AccessDeniedException e) {
            return unreadable(name, "must not be read by this user");
        } catch (CharacterCodingException e) {
            return unreadable(name, "is no UTF-8 text");
        } catch (IOException e) {
            return unreadable(name, "cannot be read: " + e.getMessage());
        }
    }

    private Optional<String> unreadable(String name, String why) {
        problems.error(
                Ids.UNREADABLE,
                Place.of(name),
                "the configuration file " + why,
                "fix: check its name and the right to read it");
        return Optional.empty();
    }

    private ConfigObject parse(Path file, String name, String original) {
        places.addFile(name, original);
        reading.push(file.normalize());
        try {
            return parseWithRepairs(name, original, new Includes(this, file, name, original, problems));
        } finally {
            reading.pop();
        }
    }

    private ConfigObject parseWithRepairs(String name, String original, Includes includes) {
        ConfigParseOptions options = ConfigParseOptions.defaults()
                .setSyntax(ConfigSyntax.CONF)
                .setOriginDescription(name)
                .setIncluder(includes);
        List<String> lines = new ArrayList<>(original.lines().toList());
        for (int tries = 0; true; tries++) {
            String text = String.join("\n", lines);
            try {
                Config config = ConfigFactory.parseString(text, options);
                places.addFile(name, text);
                return config.root();
            } catch (ConfigException e) {
                if (tries == MAX_REPAIRS || !repairLine(lines, line(e), name)) {
                    return fail(name, Math.max(1, line(e)), SyntaxFaults.text(original, line(e), e), original);
                }
            } catch (StackOverflowError e) {
                return fail(name, 1, "the blocks or lists are nested too deeply", original);
            }
        }
    }

    private boolean repairLine(List<String> lines, int line, String name) {
        for (int number = line; number >= Math.max(1, line - 1); number--) {
            if (number > lines.size()) {
                continue;
            }
            String found = lines.get(number - 1);
            Optional<String> repaired = SyntaxRepair.repair(found);
            if (repaired.isPresent()) {
                lines.set(number - 1, repaired.get());
                String shown = Redaction.looksSecret(found)
                        ? "put the value in double quotes"
                        : repaired.get().strip();
                problems.error(
                        Ids.SYNTAX,
                        new Place(
                                name,
                                number,
                                found.length() - found.stripLeading().length() + 1),
                        "a value with one of : , + * ? ! @ & [ ] and their like must stand in double quotes",
                        "fix: " + shown);
                return true;
            }
        }
        return false;
    }

    private ConfigObject fail(String name, int line, String text, String original) {
        broken = true;
        problems.error(Ids.SYNTAX, new Place(name, line, 0), text, SyntaxFaults.fix(original));
        return ConfigFactory.empty().root();
    }

    private static int line(ConfigException e) {
        return e.origin() == null ? 0 : e.origin().lineNumber();
    }
}
