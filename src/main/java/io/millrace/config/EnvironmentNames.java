package io.millrace.config;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Which variables are settings: {@code MILLRACE_A_B__C} is {@code a.b-c}. Stateless. */
final class EnvironmentNames {
    private static final String PREFIX = "MILLRACE_";
    private static final Set<String> LAUNCHER = Set.of("MILLRACE_HOME", "MILLRACE_JVM_OPTS");

    /** What Kubernetes sets in every pod for a service whose name is, or starts with, {@code millrace}. */
    private static final Pattern SERVICE = Pattern.compile("MILLRACE(_[A-Z0-9]+)*?"
            + "_(SERVICE_HOST|SERVICE_PORT(_.*)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private static final Pattern SERVICE_URL = Pattern.compile("(tcp|udp|sctp)://.*");

    private EnvironmentNames() {}

    /** The setting's path relative to {@code millrace}; empty where the variable is none. */
    static Optional<String> path(String name, String value) {
        if (!name.startsWith(PREFIX) || LAUNCHER.contains(name) || isService(name, value)) {
            return Optional.empty();
        }
        String key = name.substring(PREFIX.length())
                .toLowerCase(Locale.ROOT)
                .replace("__", "-")
                .replace('_', '.');
        return Optional.of(key);
    }

    private static boolean isService(String name, String value) {
        return SERVICE.matcher(name).matches()
                || name.equals("MILLRACE_PORT")
                || name.endsWith("_PORT") && SERVICE_URL.matcher(value).matches();
    }
}
