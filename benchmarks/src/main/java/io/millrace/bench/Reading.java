package io.millrace.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All meters at one moment, read by the thread that polls. Immutable; any thread.
 *
 * @param processCpu of this process, in nanoseconds, by the tick of the system's clock
 * @param threadCpu of the polling thread alone, in nanoseconds
 * @param allocated bytes, by thread
 * @param brokerCpu of the broker's process, in nanoseconds
 * @param machineCpu of everything on the machine, in nanoseconds; -1 where it cannot be read
 */
record Reading(
        long nanos,
        long processCpu,
        long threadCpu,
        Map<Long, Long> allocated,
        long brokerCpu,
        long machineCpu,
        long collections) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final Path STAT = Path.of("/proc/stat");
    private static final long TICK_NANOS = 10_000_000;

    /** At the begin of a window: the clock is read last. */
    static Reading before(long brokerPid) {
        Reading all = read(brokerPid);
        return all.at(System.nanoTime());
    }

    /** At the end of a window: the clock is read first. */
    static Reading after(long brokerPid) {
        long now = System.nanoTime();
        return read(brokerPid).at(now);
    }

    private static Reading read(long brokerPid) {
        return new Reading(
                0,
                SYSTEM.getProcessCpuTime(),
                THREADS.getCurrentThreadCpuTime(),
                allocatedByThread(),
                ProcessHandle.of(brokerPid)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .map(Duration::toNanos)
                        .orElse(0L),
                machine(),
                ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                        .sum());
    }

    private Reading at(long time) {
        return new Reading(time, processCpu, threadCpu, allocated, brokerCpu, machineCpu, collections);
    }

    private static Map<Long, Long> allocatedByThread() {
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        Map<Long, Long> byThread = new HashMap<>();
        for (int index = 0; index < ids.length; index++) {
            byThread.put(ids[index], Math.max(bytes[index], 0));
        }
        return byThread;
    }

    /** All busy time of all processors: without idle and waiting, with what other guests took away. */
    private static long machine() {
        try (Stream<String> lines = Files.lines(STAT)) {
            String[] fields = lines.findFirst().orElseThrow().split(" +");
            long ticks = 0;
            for (int field = 1; field <= 8; field++) {
                if (field != 4 && field != 5) {
                    ticks += Long.parseLong(fields[field]);
                }
            }
            return ticks * TICK_NANOS;
        } catch (IOException | RuntimeException e) {
            // No Linux: that figure is left out.
            return -1;
        }
    }
}
