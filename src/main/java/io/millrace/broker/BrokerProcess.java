package io.millrace.broker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A real Kafka broker in a JVM of its own, which can be killed and started again on the same port and folder. It ends
 * with this JVM, however that ends. For one thread at a time.
 */
public final class BrokerProcess implements AutoCloseable {
    /** Enough for hundreds of thousands of records; a broker keeps its data in files. */
    public static final int DEFAULT_HEAP_MEGABYTES = 256;

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final BrokerOptions options;
    private final Path folder;
    private final Duration timeout;
    private final int heapMegabytes;
    private BrokerChild child;
    private int port;

    private BrokerProcess(BrokerOptions options, Duration timeout, int heapMegabytes) {
        this.options = options;
        this.timeout = timeout;
        this.heapMegabytes = heapMegabytes;
        this.port = options.port();
        // The parent makes and deletes a temporary folder, so that it outlives a killed child.
        this.folder = options.data().map(Path::toAbsolutePath).orElseGet(DataFolder::temporary);
    }

    /** Starts a broker with {@value #DEFAULT_HEAP_MEGABYTES} MB of heap. */
    public static BrokerProcess start(BrokerOptions options, Duration timeout) {
        return start(options, timeout, DEFAULT_HEAP_MEGABYTES);
    }

    /**
     * Starts a broker and returns when clients can use it.
     *
     * @param timeout how long each start may take
     * @throws BrokerException with the end of the child's standard error, where it does not get ready
     */
    public static BrokerProcess start(BrokerOptions options, Duration timeout, int heapMegabytes) {
        BrokerProcess process = new BrokerProcess(options, timeout, heapMegabytes);
        try {
            process.launch();
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
        return process;
    }

    private void launch() {
        boolean temporary = options.data().isEmpty();
        try {
            child = BrokerChild.launch(
                    heapMegabytes, BrokerMain.arguments(port, folder, temporary, options.overrides()));
        } catch (IOException e) {
            throw new BrokerException(
                    "no JVM could be started for the broker (" + e.getMessage() + "): check that java.home, "
                            + System.getProperty("java.home") + ", holds a Java 17 or newer",
                    e);
        }
        String bootstrap = child.awaitReady(timeout);
        port = Integer.parseInt(bootstrap.substring(bootstrap.lastIndexOf(':') + 1));
    }

    /** What clients connect to, the same after a restart: {@code localhost:PORT}. */
    public String bootstrap() {
        return "localhost:" + port;
    }

    /** The child's process id; another one after a restart. */
    public long pid() {
        return child.pid();
    }

    public boolean isAlive() {
        return child != null && child.isAlive();
    }

    /** The folder that holds the data. */
    public Path data() {
        return folder;
    }

    /** The last lines that the broker's JVM wrote to standard error since it was last started: warnings and errors. */
    public List<String> stderr() {
        return child.stderr();
    }

    /** Ends the broker as a crash would: no flush, no goodbye (SIGKILL). Returns when it is gone. */
    public void kill() {
        child.kill();
    }

    /** Stops the broker in good order; kills it where that takes more than five seconds. Data and port are kept. */
    public void stop() {
        if (isAlive()) {
            child.stop(STOP_TIMEOUT);
        }
    }

    /** Stops the broker where it still runs and starts it again on the same port and folder. */
    public void restart() {
        stop();
        launch();
    }

    /** Kills the broker, which is faster than to stop it, and deletes its folder where that is a temporary one. */
    @Override
    public void close() {
        if (options.data().isPresent()) {
            stop();
            return;
        }
        if (isAlive()) {
            child.kill();
        }
        DataFolder.delete(folder);
    }
}
