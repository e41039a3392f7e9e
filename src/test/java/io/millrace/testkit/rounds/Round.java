package io.millrace.testkit.rounds;

import io.millrace.testkit.KafkaFixture;
import io.millrace.testkit.ledger.Checker;
import io.millrace.testkit.ledger.CommitHistory;
import io.millrace.testkit.ledger.DeliveryBound;
import io.millrace.testkit.ledger.Report;
import io.millrace.testkit.ledger.RoundFindings;
import io.millrace.testkit.ledger.RunPlan;
import io.millrace.testkit.ledger.Witnesses;
import io.millrace.testkit.proxy.ProxiedBroker;
import io.millrace.testkit.witness.AdminSampler;
import io.millrace.testkit.witness.EngineUnderTest;
import io.millrace.testkit.witness.LogReader;
import io.millrace.testkit.witness.Observer;
import io.millrace.testkit.witness.OffsetsTopic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * One round: a fresh topic and group, a producer, engines, one scenario, one more process that finishes the topic, and
 * the verdict on what all of them did. The seed decides the schedule: what is drawn and at which records faults strike,
 * not what the machine makes of it. For one thread; several rounds may share a broker, unless the scenario must be
 * alone.
 */
public final class Round {
    /** Longer than a dead member, a restarted broker and a busy machine take together. */
    private static final Duration STUCK_AFTER = Duration.ofSeconds(60);

    /** Commits of a client's own timer are made at a poll, and polls are late where the machine is busy. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    private static final Pattern METADATA = Pattern.compile("\\S+ \\S+ \\S+");

    private final ProxiedBroker broker;
    private final Scenario scenario;
    private final Variant variant;
    private final long seed;
    private final Draw.Size size;
    private final Draw draw;
    private final String topic;
    private final Path folder;
    private final EngineConfig configs;
    private final Supply supply;
    private AdminSampler sampler;
    private final List<String> detail = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private final List<String> voids = new ArrayList<>();

    /** @param parent gets a folder for the round's witnesses */
    public Round(ProxiedBroker broker, Scenario scenario, Variant variant, long seed, Path parent) {
        this(broker, scenario, variant, seed, parent, Draw.Size.FULL);
    }

    /** One of which several can run at a time. */
    public static Round lean(ProxiedBroker broker, Scenario scenario, Variant variant, long seed, Path parent) {
        return new Round(broker, scenario, variant, seed, parent, Draw.Size.LEAN);
    }

    private Round(ProxiedBroker broker, Scenario scenario, Variant variant, long seed, Path parent, Draw.Size size) {
        this.broker = broker;
        this.scenario = scenario;
        this.variant = variant;
        this.seed = seed;
        this.size = size;
        double seconds = size == Draw.Size.LEAN ? scenario.seconds() : scenario.secondsInFull();
        draw = Draw.of(seed, size, variant.mode(), seconds, scenario.pollMillis());
        topic = KafkaFixture.uniqueName("round");
        folder = makeFolder(parent.resolve(scenario.name()
                + '-'
                + variant.mode()
                + '-'
                + variant.protocol()
                + '-'
                + seed
                + '-'
                + topic.substring(topic.lastIndexOf('-') + 1)));
        supply = new Supply(broker.directBootstrap(), folder, topic, draw, seed);
        String bootstrap = scenario.isBehindProxy() ? broker.bootstrap() : broker.directBootstrap();
        configs = new EngineConfig(folder, bootstrap, topic, variant, draw, scenario);
    }

    private static Path makeFolder(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs and judges it. */
    public RoundResult run() {
        long began = System.nanoTime();
        int problems = broker.proxy().problems().size();
        detail.add(draw.toString());
        DeliveryBound bound =
                draw.commits().bound(variant.mode(), draw.maxPollRecords(), SLACK.plus(scenario.commitsDelayedBy()));
        RoundTopic.create(broker.admin(), topic, draw.partitions());
        Report report = null;
        try {
            configs.contradiction(configs.write("round"), bound).ifPresent(wrong::add);
            play();
            gather();
            report = judge(bound);
        } catch (RuntimeException | AssertionError e) {
            wrong.add("the round broke off: " + e);
        }
        broker.proxy().problems().stream().skip(problems).forEach(problem -> voids.add("the proxy: " + problem));
        RoundTopic.delete(broker.admin(), topic);
        double seconds = (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
        return new RoundResult(
                scenario,
                variant,
                seed,
                size == Draw.Size.LEAN,
                bound.repeatedPerBreak(),
                new RoundFindings(report, wrong, voids, detail, false),
                seconds,
                folder);
    }

    private void play() {
        supply.more();
        try (Observer observer = Observer.open(folder);
                AdminSampler sampling = AdminSampler.start(broker.directBootstrap(), topic, topic)) {
            sampler = sampling;
            SplittableRandom random =
                    new SplittableRandom(seed ^ scenario.name().hashCode());
            GroupView group = new GroupView(broker.admin(), topic);
            Stage stage = new Stage(folder, configs, draw, supply, broker, observer, random, group);
            try {
                scenario.play(stage);
                stage.proxy().removeRules();
                stage.stopAll();
                awaitProducers();
                complete(stage);
            } catch (RoundFailure e) {
                wrong.add(e.getMessage());
                calm();
            } finally {
                stage.proxy().removeRules();
                stage.close();
            }
            observer.end();
            detail.addAll(stage.hits());
            wrong.addAll(stage.wrong());
            if (!scenario.mayRepeat() && stage.lostPartitions() > 0) {
                voids.add("a member was taken for dead though nobody had hurt it: the machine stalled");
            }
        } finally {
            calm();
        }
        awaitProducers();
    }

    /** Whatever the scenario has left: the next round begins with a broker. */
    private void calm() {
        if (!broker.isAlive()) {
            broker.restart();
        }
    }

    private void awaitProducers() {
        try {
            supply.await();
        } catch (AssertionError e) {
            voids.add(e.getMessage());
        }
    }

    private void gather() {
        String bootstrap = broker.directBootstrap();
        LogReader.read(bootstrap, topic, draw.readCommitted()).write(folder.resolve(Witnesses.LOG));
        CommitHistory history = OffsetsTopic.read(bootstrap, topic, topic);
        sampler.into(history);
        history.write(folder.resolve(Witnesses.COMMITS));
        if (variant.mode().isEngines() && !draw.commits().metadata().isEmpty()) {
            judgeMetadata(history);
        }
    }

    /** Whoever looks at the group finds beside each offset what was configured. */
    private void judgeMetadata(CommitHistory history) {
        history.commits().stream()
                .filter(commit -> !METADATA.matcher(commit.metadata()).matches())
                .findFirst()
                .ifPresent(commit -> wrong.add("the metadata of " + commit + " is not "
                        + draw.commits().metadata()));
    }

    /** Nobody is hurt any more, and all that was promised comes due. */
    private static void complete(Stage stage) {
        EngineUnderTest last = stage.start(0, "--until-end");
        Awaitility.await("the rest is handled")
                .atMost(Stage.PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .pollInSameThread()
                .until(() -> !last.isAlive());
        stage.awaitExit(last, 0);
    }

    private Report judge(DeliveryBound bound) {
        RunPlan plan = RunPlan.of(bound)
                .withMinRecords(supply.due())
                .withMinHits(scenario.minHits())
                .withStuckAfter(STUCK_AFTER);
        Report report = new Checker(plan).check(folder);
        boolean mayRepeat = scenario.mayRepeat() || !variant.mode().commits();
        if (!mayRepeat && report.repeated() > 0 && voids.isEmpty()) {
            wrong.add(report.repeated() + " records were repeated though nobody was hurt");
        }
        return report;
    }
}
