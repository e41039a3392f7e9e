package io.millrace.handler;

import io.millrace.api.CheckedSettings;
import io.millrace.api.Default;
import io.millrace.api.Doc;
import io.millrace.api.HandlerContext;
import io.millrace.api.Named;
import io.millrace.api.RecordHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Prints one line per record, to standard output or to the end of a file, in UTF-8. Lines are whole whatever else is
 * printed there by other workers and, in a file, by other processes.
 *
 * <p>Unless {@code raw} is set, control characters and line separators in a field are escaped, as {@code \n} or
 * {@code \}{@code u001b}, and a backslash is doubled, so that a line can be read back without doubt. To hand JSON to
 * another program set {@code raw}; then a line break in a field is a line break.
 *
 * <p>Lines are collected and written at each flush, and before when there are many. A flushed line survives the end of
 * the process, not of the machine.
 */
@Named("print")
public final class PrintHandler implements RecordHandler<Object, Object> {
    /** In characters. */
    private static final int MANY = 64 * 1024;

    private static final String STDOUT = "stdout";

    private final Set<TopicPartition> owned = new HashSet<>();
    private StringBuilder lines = new StringBuilder();
    private Template template;
    private LineOutput output;

    /** What the {@code handler} block of this type may say. */
    public record Settings(
            @Doc("the line, with fields in braces") @Default("\"{topic}-{partition}@{offset} {key} {value}\"")
            String format,

            @Doc("stdout, or the file that is appended to (./stdout for a file of that name)") @Default(STDOUT)
            String to,

            @Doc("fields as they are, without escaping control characters and backslashes") @Default("false")
            boolean raw,

            @Doc("an absent field: error, null (the word null), or the text to print for it") @Default("null")
            Optional<String> onMissing)
            implements CheckedSettings {
        @Override
        public void check(BiConsumer<String, String> fault) {
            try {
                Template.compile(format, OnMissing.parse(onMissing), TextWriter.PLAIN);
            } catch (IllegalArgumentException e) {
                fault.accept("format", e.getMessage());
            }
            checkOneLine("format", format, fault);
            checkOneLine("on-missing", onMissing.orElse(""), fault);
            checkPath(fault);
        }

        private void checkOneLine(String name, String text, BiConsumer<String, String> fault) {
            if (!raw && (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0)) {
                fault.accept(name, "has a line break, but a record is printed on one line\nfix: raw = true");
            }
        }

        private void checkPath(BiConsumer<String, String> fault) {
            try {
                if (to.isBlank() || Path.of(to).getFileName() == null) {
                    fault.accept("to", "names no file\nfix: to = stdout, or the path of a file");
                }
            } catch (InvalidPathException e) {
                fault.accept("to", "is no path: " + e.getMessage());
            }
        }
    }

    @Override
    public void open(HandlerContext context) throws IOException {
        Settings settings = context.settings(Settings.class);
        template = Template.compile(
                settings.format(),
                OnMissing.parse(settings.onMissing()),
                settings.raw() ? TextWriter.PLAIN : TextWriter.ESCAPED);
        output = settings.to().equals(STDOUT)
                ? StandardOutput.INSTANCE
                : open(context, Path.of(settings.to()).toAbsolutePath());
    }

    private static LineOutput open(HandlerContext context, Path file) throws IOException {
        try {
            return context.<LineOutput>shared("print:" + file, () -> {
                try {
                    return LineFile.open(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void handle(Object key, Object value, ConsumerRecord<byte[], byte[]> record) throws IOException {
        // Before, not after: if this fails, the record's line is not among those that are written later.
        if (lines.length() >= MANY) {
            flush();
        }
        int start = lines.length();
        try {
            template.append(lines, key, value, record);
            lines.append('\n');
        } catch (RuntimeException e) {
            lines.setLength(start);
            throw e;
        }
    }

    /** Writes what was collected; after an exception it is still there, and the next flush writes it. */
    @Override
    public void flush() throws IOException {
        if (lines.isEmpty()) {
            return;
        }
        output.write(lines.toString().getBytes(StandardCharsets.UTF_8));
        clear();
    }

    private void clear() {
        lines.setLength(0);
        if (lines.capacity() > 4 * MANY) {
            // One great record must not hold its memory for ever.
            lines = new StringBuilder();
        }
    }

    @Override
    public void assigned(Collection<TopicPartition> partitions) {
        owned.addAll(partitions);
    }

    @Override
    public void revoked(Collection<TopicPartition> partitions) {
        partitions.forEach(owned::remove);
    }

    /**
     * With nothing left, what was collected is dropped: another worker prints it. While some partitions are left the
     * lines stay, as those of the lost ones cannot be told apart; they may then be printed twice.
     */
    @Override
    public void lost(Collection<TopicPartition> partitions) {
        partitions.forEach(owned::remove);
        if (owned.isEmpty()) {
            clear();
        }
    }
}
