package io.millrace.config;

import java.util.ArrayList;
import java.util.List;

/**
 * The text beside each committed offset, before it is filled in. Stateless.
 *
 * <p>How long it is when filled in nobody knows beforehand: a host's name may be of any length. What is written is
 * measured.
 */
final class MetadataText {
    static final int MAX_LENGTH = 200;
    static final List<String> PLACEHOLDERS = List.of("host", "worker", "time");

    private static final String FIX = "fix: write {host}, {worker} or {time}";

    private MetadataText() {}

    /** All that is wrong with a text; nothing if it can be used. */
    static List<Fault> faults(String path, String text) {
        List<Fault> faults = new ArrayList<>();
        if (text.length() > MAX_LENGTH) {
            faults.add(new Fault(
                    Ids.BAD_VALUE,
                    path + " has " + text.length() + " characters, at most " + MAX_LENGTH + " are allowed",
                    "fix: shorten it"));
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '{') {
                int end = nextBrace(text, i + 1);
                if (end < text.length() && text.charAt(end) == '}') {
                    checkName(path, text.substring(i + 1, end), faults);
                    i = end;
                } else {
                    faults.add(new Fault(Ids.BAD_VALUE, path + ": the { of " + beginning(text, i) + " is open", FIX));
                    i = end - 1;
                }
            } else if (text.charAt(i) == '}') {
                faults.add(new Fault(Ids.BAD_VALUE, path + ": a } closes nothing", FIX));
            }
        }
        return faults;
    }

    private static int nextBrace(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '{' && text.charAt(at) != '}') {
            at++;
        }
        return at;
    }

    private static void checkName(String path, String name, List<Fault> faults) {
        if (PLACEHOLDERS.contains(name)) {
            return;
        }
        List<String> nearest = Nearest.names(name, PLACEHOLDERS).stream()
                .map(near -> "{" + near + "}")
                .toList();
        faults.add(new Fault(
                Ids.BAD_VALUE,
                path + ": there is no {" + name + "}",
                nearest.isEmpty() ? FIX : Nearest.didYouMean(nearest)));
    }

    /** Enough of the text to find the place. */
    private static String beginning(String text, int at) {
        int end = Math.min(text.length(), at + 10);
        return "\"" + text.substring(at, end) + (end < text.length() ? "…" : "") + "\"";
    }
}
