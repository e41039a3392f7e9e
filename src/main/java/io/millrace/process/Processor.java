package io.millrace.process;

/**
 * Runs the records of a chunk. Called by the worker's own thread; whether the handler is called on that thread is the
 * implementation's own affair.
 */
public interface Processor {
    /**
     * Handles the present chunk of a run, until it is done or attention is raised. How far it came is in the run and
     * in its partition's state, also when this throws.
     *
     * @throws RecordFailure if a record failed and the policy is to stop: that record is not finished
     */
    void process(PartitionRun run) throws RecordFailure;
}
