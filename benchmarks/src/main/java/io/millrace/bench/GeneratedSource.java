package io.millrace.bench;

import io.millrace.broker.Source;

/** The records of a workload, for the loader. For one thread. */
final class GeneratedSource implements Source {
    private final Workload workload;
    private int number;

    GeneratedSource(Workload workload) {
        this.workload = workload;
    }

    @Override
    public String name() {
        return "the generated data of " + workload.name();
    }

    @Override
    public Row next() {
        if (number == workload.records()) {
            return null;
        }
        byte[] value = workload.values().value(number);
        number++;
        return new Row(number, null, value);
    }

    @Override
    public void close() {}
}
