package io.millrace.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The least and the greatest value of a number or a duration, as HOCON text ({@code "1"}, {@code "10ms"}); both belong to it. */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Range {
    String min() default "";

    String max() default "";
}
