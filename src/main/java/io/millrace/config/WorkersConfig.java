package io.millrace.config;

import io.millrace.api.Doc;

/** How many workers there are. */
public record WorkersConfig(
        @Doc("a number, or auto: the smaller of processors and partitions")
        WorkerCount count) {}
