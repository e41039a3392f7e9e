package io.millrace.testkit.loops.real;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import io.millrace.broker.BrokerOptions;
import io.millrace.testkit.ledger.RoundFindings;
import io.millrace.testkit.ledger.VerdictKind;
import io.millrace.testkit.loops.WrongEngine;
import io.millrace.testkit.proxy.ProxiedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.slf4j.LoggerFactory;

/** Rounds by the dozen, several at a time on one broker: they mostly wait. One thread. */
public final class LoopRounds implements AutoCloseable {
    /** A round may prove nothing, as on a machine that stalls; then it is tried again, so often in all. */
    private static final int TRIES = 3;

    /** Keeps the kind of the round, its loop and its protocol. */
    private static final long NEXT_TRY = 300;

    /**
     * How a wrong engine fared.
     *
     * @param missing the verdicts that are named for it and were not given
     * @param lastSeed of the round that gave the last of them, or of the last one
     */
    public record Trial(WrongEngine engine, Set<VerdictKind> missing, long lastSeed) {}

    /** Calls an error what is done to it here on purpose. */
    private static final String CLIENT_LOG = "org.apache.kafka.clients.consumer.internals";

    private final Path folder;
    private final Optional<Level> clientLevel = clientLog(Level.OFF);
    private final ProxiedBroker broker;
    private final ExecutorService threads;

    /**
     * Starts a broker.
     *
     * @param folder gets a folder of each round
     * @param atOnce so many rounds run at the same time
     */
    public LoopRounds(Path folder, int atOnce) {
        this.folder = folder;
        this.broker = ProxiedBroker.start(BrokerOptions.temporary()
                .with("group.consumer.session.timeout.ms", Long.toString(RealSettings.SESSION.toMillis()))
                .with("log.cleaner.backoff.ms", "200"));
        this.threads = Executors.newFixedThreadPool(atOnce, task -> {
            Thread thread = new Thread(task, "loop-round");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Rounds of the correct loops: ten in a row have all that such a round may be there for.
     *
     * @param told each round as soon as it is over, those that are tried again too, by one thread at a time
     * @return the last try of each
     */
    public List<LoopResult> correct(long firstSeed, int rounds, Consumer<LoopResult> told) {
        return together(LongStream.range(firstSeed, firstSeed + rounds)
                .<Supplier<LoopResult>>mapToObj(seed -> () -> untilItCounts(seed, told))
                .toList());
    }

    private LoopResult untilItCounts(long seed, Consumer<LoopResult> told) {
        LongFunction<LoopResult> run = of -> tell(new LoopRound(broker, of, null, folder).run(), told);
        LoopResult result = run.apply(seed);
        for (int tried = 1; result.outcome() == RoundFindings.Outcome.VOID && tried < TRIES; tried++) {
            result = run.apply(seed + tried * NEXT_TRY);
        }
        return result;
    }

    /** Each of these engines, until it is convicted or has gone through so many seeds. */
    public List<Trial> wrong(List<WrongEngine> engines, long firstSeed, int seeds, Consumer<LoopResult> told) {
        return together(engines.stream()
                .<Supplier<Trial>>map(engine -> () -> trial(engine, firstSeed, seeds, told))
                .toList());
    }

    private Trial trial(WrongEngine engine, long firstSeed, int seeds, Consumer<LoopResult> told) {
        Set<VerdictKind> missing = EnumSet.copyOf(engine.named());
        long seed = firstSeed - 1;
        while (!missing.isEmpty() && ++seed < firstSeed + seeds) {
            LoopResult result = tell(new LoopRound(broker, seed, engine.kind(), folder).run(), told);
            if (!result.findings().isBlind() && result.findings().report() != null) {
                missing.removeAll(result.findings().report().kinds());
            }
        }
        return new Trial(engine, missing, seed);
    }

    private <T> List<T> together(List<Supplier<T>> tasks) {
        List<CompletableFuture<T>> all = new ArrayList<>();
        tasks.forEach(task -> all.add(CompletableFuture.supplyAsync(task, threads)));
        return all.stream().map(CompletableFuture::join).toList();
    }

    private synchronized LoopResult tell(LoopResult result, Consumer<LoopResult> told) {
        told.accept(result);
        return result;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        broker.close();
        clientLog(clientLevel.orElse(null));
    }

    /** Sets the level; the one before, empty: the level of all others. */
    private static Optional<Level> clientLog(Level level) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            Logger logger = context.getLogger(CLIENT_LOG);
            Optional<Level> before = Optional.ofNullable(logger.getLevel());
            logger.setLevel(level);
            return before;
        }
        return Optional.empty();
    }
}
