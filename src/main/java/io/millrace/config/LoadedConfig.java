package io.millrace.config;

import java.util.List;

/**
 * A configuration without errors.
 *
 * @param warnings sorted by place
 * @param values each effective setting with its origin, secrets hidden, sorted by path
 */
public record LoadedConfig(MillraceConfig config, List<Problem> warnings, List<ExplainedValue> values) {
    public LoadedConfig {
        warnings = List.copyOf(warnings);
        values = List.copyOf(values);
    }
}
