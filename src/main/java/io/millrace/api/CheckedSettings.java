package io.millrace.api;

import java.util.function.BiConsumer;

/** A settings record that can tell more about itself than its annotations do. */
public interface CheckedSettings {
    /**
     * Reports each fault once.
     *
     * @param fault takes the name of the setting as it is written ({@code "by"}) and what is wrong with it, with the
     *     remedy
     */
    void check(BiConsumer<String, String> fault);
}
