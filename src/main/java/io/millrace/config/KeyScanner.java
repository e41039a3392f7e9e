package io.millrace.config;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Finds where each key stands in a HOCON text, since the library keeps the lines of values only: no columns, no lines
 * of blocks, nothing of what was overwritten. Never fails, whatever the text. Used by the loading thread alone.
 */
final class KeyScanner {

    /** What follows a key. */
    enum Kind {
        BLOCK,
        VALUE,
        APPEND
    }

    /**
     * A key.
     *
     * @param path with the keys of the blocks around it, quotes removed
     * @param line from 1
     * @param column of the first character, from 1
     * @param plain false where the value refers to something else
     */
    record Entry(String path, int line, int column, Kind kind, boolean plain) {}

    private static final int MAX_DEPTH = 200;

    private final String text;
    private final List<Entry> entries = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;
    private int unclosed;

    private KeyScanner(String text) {
        this.text = text;
    }

    /** All keys in the order of the text. */
    static List<Entry> scan(String text) {
        return scanned(text).entries;
    }

    /** The line whose opening brace has no closing one. */
    static OptionalInt unclosedLine(String text) {
        int line = scanned(text).unclosed;
        return line == 0 ? OptionalInt.empty() : OptionalInt.of(line);
    }

    private static KeyScanner scanned(String text) {
        KeyScanner scanner = new KeyScanner(text);
        while (!scanner.ended()) {
            scanner.block("", 0);
            scanner.skipOne();
        }
        return scanner;
    }

    /** Reads keys up to the closing brace, which is left. */
    private void block(String prefix, int depth) {
        while (!ended()) {
            char c = peek();
            if (c == '}') {
                return;
            } else if (c == '{') {
                braces(prefix, depth);
            } else if (isComment()) {
                skipLine();
            } else if (Character.isWhitespace(c) || c == ',' || c == ']') {
                skipOne();
            } else {
                key(prefix, depth);
            }
        }
    }

    private void braces(String prefix, int depth) {
        int opened = line;
        skipOne();
        if (depth > MAX_DEPTH) {
            return;
        }
        block(prefix, depth + 1);
        if (ended()) {
            unclosed = opened;
        } else {
            skipOne();
        }
    }

    private void key(String prefix, int depth) {
        int keyLine = line;
        int column = at - lineStart + 1;
        int start = at;
        StringBuilder name = new StringBuilder();
        while (!ended() && "=:{},\n[+".indexOf(peek()) < 0 && !isComment()) {
            if (peek() == '"') {
                name.append(quoted());
            } else {
                name.append(peek());
                skipOne();
            }
        }
        String key = name.toString().strip();
        if (at == start) {
            skipOne();
            return;
        }
        if (key.startsWith("include") && !ended() && "=:{+".indexOf(peek()) < 0) {
            return;
        }
        String path = prefix.isEmpty() ? key : prefix + "." + key;
        value(path, depth, keyLine, column);
    }

    private void value(String path, int depth, int keyLine, int column) {
        Kind kind = Kind.VALUE;
        if (!ended() && peek() == '+') {
            kind = Kind.APPEND;
            skipOne();
        }
        if (!ended() && (peek() == '=' || peek() == ':')) {
            skipOne();
        }
        while (!ended() && Character.isWhitespace(peek())) {
            skipOne();
        }
        int index = entries.size();
        boolean block = !ended() && peek() == '{';
        entries.add(new Entry(path, keyLine, column, block && kind == Kind.VALUE ? Kind.BLOCK : kind, true));
        if (rest(path, depth) && !block) {
            entries.set(index, new Entry(path, keyLine, column, kind, false));
        }
    }

    /** The value: up to the end of its line, a comma or the end of the block around it. True if it refers to others. */
    private boolean rest(String path, int depth) {
        boolean refers = false;
        while (!ended()) {
            char c = peek();
            if (c == '\n' || c == ',' || c == '}' || isComment()) {
                return refers;
            } else if (c == '{') {
                braces(path, depth);
            } else if (c == '[') {
                refers |= list();
            } else if (c == '"') {
                quoted();
            } else if (c == '$' && at + 1 < text.length() && text.charAt(at + 1) == '{') {
                skipPast('}');
                refers = true;
            } else {
                skipOne();
            }
        }
        return refers;
    }

    private boolean list() {
        int open = 0;
        boolean refers = false;
        while (!ended()) {
            char c = peek();
            if (isComment()) {
                skipLine();
                continue;
            } else if (c == '"') {
                quoted();
                continue;
            }
            refers |= c == '$';
            open += c == '[' ? 1 : c == ']' ? -1 : 0;
            skipOne();
            if (open == 0) {
                return refers;
            }
        }
        return refers;
    }

    private String quoted() {
        String mark = text.startsWith("\"\"\"", at) ? "\"\"\"" : "\"";
        skip(mark.length());
        StringBuilder content = new StringBuilder();
        while (!ended() && !text.startsWith(mark, at)) {
            if (mark.length() == 1 && peek() == '\n') {
                return content.toString();
            }
            if (mark.length() == 1 && peek() == '\\') {
                skipOne();
            }
            if (!ended()) {
                content.append(peek());
                skipOne();
            }
        }
        skip(mark.length());
        return content.toString();
    }

    private boolean isComment() {
        return peek() == '#' || text.startsWith("//", at);
    }

    private boolean ended() {
        return at >= text.length();
    }

    private char peek() {
        return text.charAt(at);
    }

    private void skipLine() {
        while (!ended() && peek() != '\n') {
            skipOne();
        }
    }

    private void skipPast(char end) {
        while (!ended() && peek() != end && peek() != '\n') {
            skipOne();
        }
        if (!ended() && peek() == end) {
            skipOne();
        }
    }

    private void skip(int count) {
        for (int i = 0; i < count; i++) {
            skipOne();
        }
    }

    private void skipOne() {
        if (ended()) {
            return;
        }
        if (peek() == '\n') {
            line++;
            lineStart = at + 1;
        }
        at++;
    }
}
