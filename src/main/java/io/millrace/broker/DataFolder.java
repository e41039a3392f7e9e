package io.millrace.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A broker's folder, looked at and locked before the broker sees it: the broker's own answer to a folder that is not
 * its own is to halt the JVM.
 */
final class DataFolder implements AutoCloseable {
    private static final String META = "meta.properties";
    private static final String LOCK = "millrace.lock";
    private static final int DELETE_ATTEMPTS = 5;

    private final Path path;
    private final boolean temporary;
    private final FileChannel lock;

    private DataFolder(Path path, boolean temporary, FileChannel lock) {
        this.path = path;
        this.temporary = temporary;
        this.lock = lock;
    }

    /** Opens the given folder, which is made where it is not there, or a temporary one that {@link #close} deletes. */
    static DataFolder open(Optional<Path> given) {
        Path path = given.map(Path::toAbsolutePath).orElseGet(DataFolder::temporary);
        try {
            Files.createDirectories(path);
            refuseForeign(path);
            return new DataFolder(path, given.isEmpty(), lock(path));
        } catch (IOException e) {
            throw new BrokerException(
                    "folder " + path + " cannot hold a broker's data (" + e + "): take one that this user can write to",
                    e);
        }
    }

    static Path temporary() {
        try {
            return Files.createTempDirectory("millrace-broker-");
        } catch (IOException e) {
            throw new BrokerException(
                    "no temporary folder for the broker (" + e + "): free some space, or give a folder of your own", e);
        }
    }

    private static void refuseForeign(Path path) throws IOException {
        List<String> names;
        try (Stream<Path> files = Files.list(path)) {
            names = files.map(file -> file.getFileName().toString()).toList();
        }
        boolean empty = names.isEmpty() || names.equals(List.of(LOCK));
        if (!empty && !names.contains(META)) {
            throw new BrokerException("folder " + path + " is not empty and holds no broker's data (" + META
                    + " is not there): take an empty or a new folder");
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = null;
        try {
            held = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another broker of this JVM: the same answer as for one of another process.
            held = null;
        } finally {
            if (held == null) {
                channel.close();
            }
        }
        if (held == null) {
            throw new BrokerException(
                    "folder " + path + " is in use by another broker: stop that one, or take another folder");
        }
        return channel;
    }

    Path path() {
        return path;
    }

    /** Whether a broker has lived here before: its cluster id and its topics are kept then. */
    boolean isFormatted() {
        return Files.exists(path.resolve(META));
    }

    /** Unlocks, and deletes a temporary folder. The broker must have stopped: it halts the JVM if its files vanish. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (temporary) {
                delete(path);
            }
        }
    }

    /** Deletes a folder with all that is in it, as far as that goes. */
    static void delete(Path folder) {
        // A dying broker may still make a file while the tree is walked.
        for (int attempt = 0; attempt < DELETE_ATTEMPTS && Files.exists(folder); attempt++) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(DataFolder::deleteOne);
            } catch (NoSuchFileException | UncheckedIOException e) {
                continue;
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void deleteOne(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
