package io.millrace.config;

import com.typesafe.config.ConfigException;
import java.util.OptionalInt;

/** Says in words what the library found wrong with a text. Stateless. */
final class SyntaxFaults {
    private static final int MAX_LENGTH = 200;

    private SyntaxFaults() {}

    /** The library's message without its place and without what may be a secret of the file. */
    static String text(String file, int line, ConfigException fault) {
        if (secretNear(file, line)) {
            return "the text cannot be read as HOCON from here on";
        }
        String message = String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
        String prefix = fault.origin() == null ? "" : fault.origin().description() + ": ";
        String text = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
        int advice = text.indexOf(" (");
        String plain = advice > 0 ? text.substring(0, advice) : text;
        return "the text cannot be read as HOCON: "
                + (plain.length() > MAX_LENGTH ? plain.substring(0, MAX_LENGTH) + "…" : plain);
    }

    static String fix(String file) {
        OptionalInt unclosed = KeyScanner.unclosedLine(file);
        return unclosed.isPresent()
                ? "fix: close the brace that is opened in line " + unclosed.getAsInt()
                : "fix: put values with special characters in double quotes, and close each brace, bracket and quote";
    }

    private static boolean secretNear(String file, int line) {
        return file.lines().skip(Math.max(0, line - 3L)).limit(5).anyMatch(Redaction::looksSecret);
    }
}
