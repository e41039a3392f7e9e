package io.millrace.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What is measured: the data, and what each side does with it. Immutable; any thread.
 *
 * @param records how many there are
 * @param values the value of each record; keys are null
 * @param settings what the engine is configured with besides broker, group and topic, as HOCON
 * @param bare makes the hand-written loop that does the same
 * @param target the ratio, engine over bare loop, that is to be reached
 */
record Workload(
        String name, int records, Values values, List<String> settings, Supplier<BareLoop<?>> bare, double target) {
    static final int PARTITIONS = 8;

    /** Makes records: the same number always gives the same value. */
    interface Values {
        byte[] value(int number);
    }

    static final List<Workload> ALL = List.of(
            new Workload(
                    "count",
                    5_000_000,
                    Countries::value,
                    List.of("handler.type = count"),
                    () -> new CountLoop(Countries.counts(5_000_000)),
                    0.90),
            drain("drain", 5_000_000, 100, NoopLoop::new, 0.97),
            drain("drain-1k", 1_000_000, 1_024, NoopLoop::new, 0.97),
            drain("drain-interval", 5_000_000, 100, NoopLoop::new, 0.97, "delivery.commit.at = interval"),
            drain("drain-sync", 1_000_000, 100, PollCommitLoop::new, 0.98, "delivery.commit.how = sync"),
            drain("per-record", 5_000, 100, RecordCommitLoop::new, 0.98, "delivery.commit.at = record"));

    private static Workload drain(
            String name, int records, int size, Supplier<BareLoop<?>> bare, double target, String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "source.key = bytes",
                "source.value = bytes",
                "handler.type = \"" + NoopHandler.class.getName() + "\""));
        settings.addAll(List.of(more));
        return new Workload(name, records, number -> Filler.value(number, size), settings, bare, target);
    }

    /** @throws IllegalArgumentException if there is none of that name */
    static Workload named(String name) {
        return ALL.stream()
                .filter(workload -> workload.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no macro benchmark is named " + name));
    }
}
