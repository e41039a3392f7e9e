package io.millrace.config;

import java.util.List;

/**
 * One effective setting and where it comes from.
 *
 * @param path the whole path, {@code millrace.delivery.commit.spacing}
 * @param shown the value as HOCON text, or a mark in its place where it may be secret
 * @param origin {@code conf/app.conf:14}, {@code environment NAME}, {@code -Dkey}, {@code -s key} or {@code default}
 * @param overridden origins of the values that this one hides, {@code default} apart
 */
public record ExplainedValue(String path, String shown, String origin, List<String> overridden) {
    public ExplainedValue {
        overridden = List.copyOf(overridden);
    }
}
