package io.millrace.config;

import io.millrace.api.Doc;
import io.millrace.api.OneOf;

/** What is logged. */
public record LogConfig(
        @Doc("least level that is logged") @OneOf({"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"})
        String level) {}
