package io.millrace.handler;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Text with fields in braces: <code>{topic}-{partition}@{offset} {key} {json:user.name}</code>. <code>{{</code> is a
 * brace of the text's own; a closing brace outside a field is one anyway. Immutable; any thread.
 */
public final class Template {
    private final Part[] parts;
    private final OnMissing onMissing;
    private final TextWriter writer;

    private Template(Part[] parts, OnMissing onMissing, TextWriter writer) {
        this.parts = parts;
        this.onMissing = onMissing;
        this.writer = writer;
    }

    /** The text itself where {@code field} is null, else how the field is written. */
    private record Part(String text, Field field) {}

    /**
     * Compiles a template.
     *
     * @param writer how the fields are written; the text between them always stays as it is
     * @throws IllegalArgumentException if a field does not exist or a brace is not closed
     */
    public static Template compile(String text, OnMissing onMissing, TextWriter writer) {
        List<Part> parts = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '{') {
                literal.append(c);
                at++;
            } else if (text.startsWith("{{", at)) {
                literal.append(c);
                at += 2;
            } else {
                addLiteral(parts, literal);
                String field = fieldAt(text, at);
                parts.add(new Part(field, Field.compile(field)));
                at += field.length() + 2;
            }
        }
        addLiteral(parts, literal);
        return new Template(parts.toArray(Part[]::new), onMissing, writer);
    }

    private static String fieldAt(String text, int brace) {
        int end = text.indexOf('}', brace);
        if (end < 0) {
            throw new IllegalArgumentException("the brace at character " + (brace + 1) + " of the template " + text
                    + " is not closed; a brace of the text's own is written {{");
        }
        return text.substring(brace + 1, end);
    }

    private static void addLiteral(List<Part> parts, StringBuilder literal) {
        if (!literal.isEmpty()) {
            parts.add(new Part(literal.toString(), null));
            literal.setLength(0);
        }
    }

    /**
     * Appends the text for one record. After an exception {@code line} may hold a part of it.
     *
     * @throws java.util.NoSuchElementException if a field is absent and that is an error
     */
    public void append(StringBuilder line, Object key, Object value, ConsumerRecord<byte[], byte[]> record) {
        for (Part part : parts) {
            if (part.field() == null) {
                line.append(part.text());
                continue;
            }
            String text = part.field().read(key, value, record);
            if (text != null) {
                writer.write(text, line);
            } else {
                line.append(onMissing.text(part.text()));
            }
        }
    }
}
