package io.millrace.broker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of {@link BrokerProcess}'s child JVM. It prints {@code READY host:port} and then listens to its parent
 * on standard input: {@value #STOP} stops it, and so does the end of the input, because then the parent is gone and
 * nobody else would ever stop it or tidy up. Other signals than SIGKILL do nothing: a Ctrl-C in a terminal reaches the
 * child too, and the parent may want to commit to the broker before it stops it.
 */
final class BrokerMain {
    static final String READY = "READY ";
    static final String STOP = "stop";
    static final String TEMPORARY = "temporary";
    static final String GIVEN = "given";

    private BrokerMain() {}

    /** The child's arguments: {@code PORT FOLDER temporary|given [property=value…]}. */
    static List<String> arguments(int port, Path folder, boolean temporary, Map<String, String> overrides) {
        List<String> arguments = new ArrayList<>();
        arguments.add(Integer.toString(port));
        arguments.add(folder.toString());
        arguments.add(temporary ? TEMPORARY : GIVEN);
        overrides.forEach((property, value) -> arguments.add(property + "=" + value));
        return arguments;
    }

    public static void main(String[] args) throws IOException {
        BrokerLogging.toStandardError();
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> awaitQuietly(ended), "await-parent"));
        try {
            run(args);
        } finally {
            ended.countDown();
        }
    }

    private static void run(String[] args) throws IOException {
        Path folder = Path.of(args[1]);
        boolean told;
        try (EmbeddedBroker broker = EmbeddedBroker.start(options(args))) {
            System.out.println(READY + broker.bootstrap());
            System.out.flush();
            told = awaitStop();
        } catch (BrokerException e) {
            System.err.println(e.getMessage());
            // Threads of a broker that half started may not be daemons.
            Runtime.getRuntime().halt(1);
            return;
        }
        if (!told && args[2].equals(TEMPORARY)) {
            DataFolder.delete(folder);
        }
    }

    /** In a shutdown hook: a JVM that got a signal lives, and its threads work on, until its hooks have returned. */
    private static void awaitQuietly(CountDownLatch ended) {
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static BrokerOptions options(String[] args) {
        Map<String, String> overrides = new HashMap<>();
        Arrays.stream(args).skip(3).forEach(pair -> {
            int equals = pair.indexOf('=');
            overrides.put(pair.substring(0, equals), pair.substring(equals + 1));
        });
        return new BrokerOptions(Integer.parseInt(args[0]), Optional.of(Path.of(args[1])), overrides);
    }

    /** Whether the parent asked for the stop; false where its end of the pipe is closed. */
    private static boolean awaitStop() throws IOException {
        BufferedReader parent = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = parent.readLine(); line != null; line = parent.readLine()) {
            if (line.equals(STOP)) {
                return true;
            }
        }
        return false;
    }
}
