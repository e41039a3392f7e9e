package io.millrace.config;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import java.io.File;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code include} in one file means: a file beside it, never the network or the class path, and never silence
 * where there is none.
 */
final class Includes implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
    private final FileSource files;
    private final Path including;
    private final String name;
    private final List<String> lines;
    private final Problems problems;

    Includes(FileSource files, Path including, String name, String text, Problems problems) {
        this.files = files;
        this.including = including;
        this.name = name;
        this.lines = text.lines().toList();
        this.problems = problems;
    }

    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
        return this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
        if (what.contains("://") || what.startsWith("classpath:")) {
            return refuse(what);
        }
        return includeNamed(context, what);
    }

    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File what) {
        return includeNamed(context, what.getPath());
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
        return refuse(what.getPath());
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String what) {
        return refuse(what);
    }

    private ConfigObject includeNamed(ConfigIncludeContext context, String what) {
        Optional<Path> found = find(what);
        if (found.isPresent()) {
            return files.include(found.get(), place(what));
        }
        String text = "the included file " + what + " does not exist";
        if (context.parseOptions().getAllowMissing()) {
            problems.warning(Ids.INCLUDE, place(what), text, "fix: create it, or remove this include");
        } else {
            problems.error(Ids.INCLUDE, place(what), text, "fix: create it, or remove this include");
        }
        return ConfigFactory.empty().root();
    }

    private Optional<Path> find(String what) {
        try {
            return Stream.of("", ".conf", ".json")
                    .map(suffix -> including.resolveSibling(what + suffix))
                    .filter(Files::isRegularFile)
                    .findFirst();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private ConfigObject refuse(String what) {
        problems.error(Ids.INCLUDE, place(what), "only files can be included", "fix: include file(\"…\")");
        return ConfigFactory.empty().root();
    }

    private Place place(String what) {
        for (int i = 0; i < lines.size(); i++) {
            int column = lines.get(i).indexOf("include");
            if (column >= 0 && lines.get(i).contains(what)) {
                return new Place(name, i + 1, column + 1);
            }
        }
        return new Place(name, 1, 0);
    }
}
