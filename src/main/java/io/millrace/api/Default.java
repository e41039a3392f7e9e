package io.millrace.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of a setting that is not written, as HOCON text ({@code "1s"}, {@code "null"}). The engine's own settings
 * have theirs in {@code reference.conf} instead.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Default {
    String value();
}
