package io.millrace.handler;

/** How the text of a field gets into the line that a {@link Template} makes: as it is, or escaped. */
@FunctionalInterface
public interface TextWriter {
    /** As it is. */
    TextWriter PLAIN = (text, line) -> line.append(text);

    /** With whatever {@link ControlCharacters} escapes. */
    TextWriter ESCAPED = ControlCharacters::escape;

    void write(String text, StringBuilder line);
}
