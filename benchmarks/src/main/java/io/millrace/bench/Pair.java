package io.millrace.bench;

/**
 * One run of each side, one right after the other. Immutable; any thread.
 *
 * @param engineFirst which of them ran first
 */
record Pair(boolean engineFirst, Sides.EngineResult engine, Window bare) {
    /** From so much of a processor on, used by others during a run, the pair says more about them. */
    static final double QUIET = 0.25;

    /** Records a second, engine over bare loop. */
    double ratio() {
        return engine.window().perSecond() / bare.perSecond();
    }

    double cpuRatio() {
        return engine.window().cpuPerRecord() / bare.cpuPerRecord();
    }

    double threadCpuRatio() {
        return engine.window().threadCpuPerRecord() / bare.threadCpuPerRecord();
    }

    double bytesRatio() {
        return engine.window().bytesPerRecord() / bare.bytesPerRecord();
    }

    /** What others used of one processor, in the worse of the two runs. */
    double others() {
        return Math.max(engine.window().othersShare(), bare.othersShare());
    }

    /** True also where it cannot be known. */
    boolean isQuiet() {
        return !(others() > QUIET);
    }
}
