package io.millrace.testkit.witness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Makes engines under test start in a fraction of the time: one of them runs once and leaves an archive of its classes
 * (AppCDS), which those that start later share. Without one they start all the same. Any thread.
 */
public final class EngineArchive {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final AtomicReference<List<String>> READY = new AtomicReference<>();

    private EngineArchive() {}

    /**
     * Makes the archive, once for this JVM, with an engine that reads to the end of a topic.
     *
     * @param folder gets the archive and the jars that it is of; to be kept as long as engines start
     * @param config of an engine that finds at least one record
     */
    public static void make(Path folder, Path config) {
        if (READY.get() != null) {
            return;
        }
        Path archive = folder.resolve("engine.jsa");
        String classPath = jars(folder);
        List<String> training = List.of("-cp", classPath, "-XX:ArchiveClassesAtExit=" + archive);
        EngineUnderTest engine = EngineUnderTest.start(folder, "archive", config, training);
        int code = engine.await(PATIENCE);
        if (code != 0) {
            throw new AssertionError(
                    "the engine that fills the archive ended with " + code + ": " + engine.standardError());
        }
        if (Files.exists(archive)) {
            READY.set(List.of("-cp", classPath, "-XX:SharedArchiveFile=" + archive));
        }
    }

    /** The archive's folder is about to go: engines that start from now on do without. */
    public static void forget() {
        READY.set(null);
    }

    /** What the JVM of an engine is told about its classes. */
    static List<String> options() {
        List<String> ready = READY.get();
        return ready == null ? List.of("-cp", System.getProperty("java.class.path")) : ready;
    }

    /** The class path, with folders as jars: classes in folders cannot be shared. */
    private static String jars(Path folder) {
        List<String> parts = new ArrayList<>();
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(part);
            if (!Files.isDirectory(path)) {
                parts.add(part);
            } else if (Files.exists(path)) {
                Path jar = folder.resolve("engine-" + parts.size() + ".jar");
                pack(path, jar);
                parts.add(jar.toString());
            }
        }
        return String.join(File.pathSeparator, parts);
    }

    private static void pack(Path classes, Path jar) {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            out.setLevel(0);
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
