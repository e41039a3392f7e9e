package io.millrace.handler;

/**
 * Writes text so that it stays on its line, cannot steer a terminal, and can be read back: control characters (C0,
 * DEL, C1 with U+0085), the line separators U+2028 and U+2029 and halves of a surrogate pair become {@code \n},
 * {@code \r}, {@code \t} or {@code \}{@code u001b}; a backslash becomes two, so that an escape is never mistaken for
 * the text's own. Stateless; any thread.
 */
final class ControlCharacters {
    private ControlCharacters() {}

    static void escape(String text, StringBuilder line) {
        int copied = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (isPlain(c)) {
                continue;
            }
            if (isPair(text, at)) {
                at++;
                continue;
            }
            line.append(text, copied, at);
            escape(c, line);
            copied = at + 1;
        }
        line.append(text, copied, text.length());
    }

    private static boolean isPlain(char c) {
        if (c < 0x7f) {
            return c >= ' ' && c != '\\';
        }
        return c > 0x9f && c != '\u2028' && c != '\u2029' && !Character.isSurrogate(c);
    }

    private static boolean isPair(String text, int at) {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }

    private static void escape(char c, StringBuilder line) {
        switch (c) {
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            case '\\' -> line.append("\\\\");
            default -> {
                line.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    line.append(Character.forDigit(c >> shift & 0xf, 16));
                }
            }
        }
    }
}
