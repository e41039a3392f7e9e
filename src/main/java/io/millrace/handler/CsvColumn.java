package io.millrace.handler;

import org.apache.kafka.common.errors.SerializationException;

/**
 * One column of a line of CSV as RFC 4180 has it: commas, fields in double quotes where {@code ""} is a quote. Blanks
 * belong to a field; behind a closing quote they are skipped. The line ends at the first line break outside quotes.
 * Only what stands before the column is scanned, so a fault behind it is not seen. Stateless; any thread.
 */
final class CsvColumn {
    private CsvColumn() {}

    /**
     * The column's text, unquoted; null where the line has fewer columns.
     *
     * @param column from 0
     * @throws SerializationException if a quoted field up to the column is not closed, or goes on behind its closing
     *     quote
     */
    static String read(String line, int column) {
        int start = 0;
        for (int skipped = 0; skipped < column; skipped++) {
            int end = isQuoted(line, start) ? behindQuotes(line, start, skipped) : fieldEnd(line, start);
            if (end == line.length() || line.charAt(end) != ',') {
                return null;
            }
            start = end + 1;
        }
        return isQuoted(line, start) ? unquoted(line, start, column) : line.substring(start, fieldEnd(line, start));
    }

    private static boolean isQuoted(String line, int start) {
        return start < line.length() && line.charAt(start) == '"';
    }

    /** Where the comma or the line's end is. */
    private static int fieldEnd(String line, int start) {
        int end = start;
        while (end < line.length() && !endsField(line.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean endsField(char c) {
        return c == ',' || c == '\n' || c == '\r';
    }

    /** Where the comma or the line's end is behind a quoted field. */
    private static int behindQuotes(String line, int start, int column) {
        int at = closingQuote(line, start, column) + 1;
        while (at < line.length() && !endsField(line.charAt(at))) {
            if (!Character.isWhitespace(line.charAt(at))) {
                throw new SerializationException("this is no CSV: in column " + column
                        + " something follows the closing quote, at character " + (at + 1));
            }
            at++;
        }
        return at;
    }

    private static int closingQuote(String line, int start, int column) {
        int at = start;
        while (true) {
            at = line.indexOf('"', at + 1);
            if (at < 0) {
                throw new SerializationException("this is no CSV: the quote of column " + column + ", at character "
                        + (start + 1) + ", is not closed");
            }
            if (!isQuoted(line, at + 1)) {
                return at;
            }
            at++;
        }
    }

    private static String unquoted(String line, int start, int column) {
        behindQuotes(line, start, column);
        String inside = line.substring(start + 1, closingQuote(line, start, column));
        return inside.indexOf('"') < 0 ? inside : inside.replace("\"\"", "\"");
    }
}
