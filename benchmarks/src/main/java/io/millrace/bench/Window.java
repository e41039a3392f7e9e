package io.millrace.bench;

import java.util.Map;

/**
 * What one run cost, from its first record to its last. Immutable; any thread.
 *
 * @param othersCpu what neither this process nor the broker used of the machine, in nanoseconds; -1 where unknown
 */
record Window(
        int records,
        long nanos,
        long processCpu,
        long threadCpu,
        long allocated,
        long brokerCpu,
        long othersCpu,
        long collections) {

    static Window of(Reading begin, Reading end, int records) {
        long processCpu = end.processCpu() - begin.processCpu();
        long brokerCpu = end.brokerCpu() - begin.brokerCpu();
        long machineCpu = end.machineCpu() - begin.machineCpu();
        return new Window(
                records,
                end.nanos() - begin.nanos(),
                processCpu,
                end.threadCpu() - begin.threadCpu(),
                allocated(begin.allocated(), end.allocated()),
                brokerCpu,
                end.machineCpu() < 0 ? -1 : Math.max(0, machineCpu - processCpu - brokerCpu),
                end.collections() - begin.collections());
    }

    private static long allocated(Map<Long, Long> begin, Map<Long, Long> end) {
        long sum = 0;
        for (Map.Entry<Long, Long> thread : end.entrySet()) {
            sum += thread.getValue() - begin.getOrDefault(thread.getKey(), 0L);
        }
        return sum;
    }

    double perSecond() {
        return records * 1e9 / nanos;
    }

    double cpuPerRecord() {
        return (double) processCpu / records;
    }

    double threadCpuPerRecord() {
        return (double) threadCpu / records;
    }

    double bytesPerRecord() {
        return (double) allocated / records;
    }

    /** Of one processor. */
    double brokerShare() {
        return (double) brokerCpu / nanos;
    }

    /** Of one processor; NaN where unknown. */
    double othersShare() {
        return othersCpu < 0 ? Double.NaN : (double) othersCpu / nanos;
    }
}
