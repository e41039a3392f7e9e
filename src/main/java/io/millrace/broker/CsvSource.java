package io.millrace.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** CSV with a header: column 0 is the key, column 1 the value, what follows is left out. */
final class CsvSource implements Source {
    /**
     * One character for each byte and back, so that the bytes arrive as they are in the file, whatever its encoding:
     * quote, comma and line end are the same bytes in UTF-8 and in all the old code pages. Cheaper than to decode, too.
     */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private final String name;
    private final CSVParser parser;
    private final Iterator<CSVRecord> rows;

    CsvSource(String name, InputStream text) {
        this.name = name;
        try {
            parser = CSVParser.parse(new InputStreamReader(text, BYTES), CSVFormat.DEFAULT);
            rows = parser.iterator();
            if (rows.hasNext()) {
                rows.next();
            }
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            throw broken(1, e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Row next() {
        CSVRecord row;
        try {
            if (!rows.hasNext()) {
                return null;
            }
            row = rows.next();
        } catch (UncheckedIOException | IllegalStateException e) {
            throw broken(parser.getCurrentLineNumber() + 1, e);
        }
        long line = parser.getCurrentLineNumber();
        if (row.size() < 2) {
            throw new BrokerException(name + ":" + line + " has " + row.size()
                    + " column where key and value need two: mend the row, or give the file another ending than"
                    + " .csv to load whole lines as values");
        }
        return new Row(line, row.get(0).getBytes(BYTES), row.get(1).getBytes(BYTES));
    }

    private BrokerException broken(long line, Exception cause) {
        return new BrokerException(
                name + ":" + line + " cannot be read as CSV (" + cause.getMessage()
                        + "): check the quotes there, and that the file is whole",
                cause);
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
