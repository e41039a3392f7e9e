package io.millrace.demo;

import io.millrace.api.Results;
import io.millrace.cli.ExitCodes;
import io.millrace.cli.Terminal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** How a group shares partitions: 1, 2, 4, then 5 consumers on 4 partitions, then a second group. */
final class GroupsDemo {
    static final int PARTITIONS = 4;
    private static final int[] SIZES = {1, 2, 4, 5};
    private static final int SECOND_SIZE = 2;
    private static final int SHOWN = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String bootstrap;
    private final long records;

    GroupsDemo(String bootstrap, long records) {
        this.bootstrap = bootstrap;
        this.records = records;
    }

    int run(Steps steps) {
        steps.begin("consumers join, and the group shares " + PARTITIONS + " partitions among them:");
        List<GroupMember> first = new ArrayList<>();
        List<GroupMember> second = new ArrayList<>();
        try {
            for (int size : SIZES) {
                grow(first, "readers", size);
            }
            Terminal.OUT.println();
            Terminal.OUT.println("A second group reads everything again, whatever the first one does:");
            grow(second, "auditors", SECOND_SIZE);
            await("both groups have read everything", () -> handled(first) >= records && handled(second) >= records);
            Terminal.OUT.println();
            long sum = stopAndCount("readers", first) + stopAndCount("auditors", second);
            return sum == 2 * records ? ExitCodes.OK : ExitCodes.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCodes.FAILED;
        } finally {
            stopAll(first);
            stopAll(second);
        }
    }

    private void grow(List<GroupMember> members, String group, int size) throws InterruptedException {
        while (members.size() < size) {
            members.add(GroupMember.join(bootstrap, group, members.size() + 1));
        }
        await("the group " + group + " has settled", () -> isSettled(members));
        Terminal.OUT.println();
        Terminal.OUT.println(size + (size == 1 ? " consumer" : " consumers") + " in group " + group + ":");
        members.forEach(member -> Terminal.OUT.println("  " + member.describe(PARTITIONS)));
    }

    /** Each partition has one owner, and nobody idles who could own one. */
    private static boolean isSettled(List<GroupMember> members) {
        int owned = members.stream().mapToInt(GroupMember::ownedCount).sum();
        long owners = members.stream().filter(member -> member.ownedCount() > 0).count();
        return owned == PARTITIONS && owners == Math.min(members.size(), PARTITIONS);
    }

    private static long handled(List<GroupMember> members) {
        return members.stream().mapToLong(GroupMember::handled).sum();
    }

    /** Each member counted its own part; together they are the count of the group. */
    private static long stopAndCount(String group, List<GroupMember> members) {
        members.forEach(GroupMember::stop);
        Object together =
                Results.add(members.stream().map(GroupMember::awaitResult).toList());
        Map<?, ?> counts = (Map<?, ?>) ((Map<?, ?>) together).get("counts");
        members.clear();
        long total = counts.values().stream()
                .mapToLong(count -> ((Number) count).longValue())
                .sum();
        Terminal.OUT.println(
                String.format(Locale.ROOT, "group %s has counted %,d records: %s", group, total, greatest(counts)));
        return total;
    }

    private static String greatest(Map<?, ?> counts) {
        String first = counts.entrySet().stream()
                .sorted((left, right) -> Long.compare(number(right), number(left)))
                .limit(SHOWN)
                .map(entry -> String.format(Locale.ROOT, "%s %,d", entry.getKey(), number(entry)))
                .collect(Collectors.joining(", "));
        return first + " … " + counts.size() + " countries";
    }

    private static long number(Map.Entry<?, ?> entry) {
        return ((Number) entry.getValue()).longValue();
    }

    private static void stopAll(List<GroupMember> members) {
        members.forEach(GroupMember::stop);
        members.forEach(GroupMember::awaitResult);
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        final long checkMillis = 50;
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited " + PATIENCE.toSeconds() + " s in vain until " + what);
            }
            TimeUnit.MILLISECONDS.sleep(checkMillis);
        }
    }
}
