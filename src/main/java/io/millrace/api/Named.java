package io.millrace.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The short name under which a handler is written in the configuration. The class is found if it is also listed in
 * {@code META-INF/services/io.millrace.api.RecordHandler}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Named {
    String value();
}
