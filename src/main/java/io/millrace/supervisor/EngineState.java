package io.millrace.supervisor;

/** Where the engine is in its life. */
public enum EngineState {
    CREATED,
    STARTING,
    RUNNING,
    STOPPING,
    STOPPED
}
