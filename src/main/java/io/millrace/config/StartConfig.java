package io.millrace.config;

import io.millrace.api.Doc;
import io.millrace.api.OneOf;
import io.millrace.offsets.StartPosition;

/** Where reading starts. */
public record StartConfig(
        @Doc("where each partition starts") @OneOf("committed")
        String from,

        @Doc("where nothing is committed, or the position no longer exists: earliest, latest, fail or within:DURATION")
        StartPosition otherwise) {}
