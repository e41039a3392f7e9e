package io.millrace.handler;

import io.millrace.api.CheckedSettings;
import io.millrace.api.Default;
import io.millrace.api.Doc;
import io.millrace.api.HandlerContext;
import io.millrace.api.LiveResult;
import io.millrace.api.Named;
import io.millrace.api.Range;
import io.millrace.api.RecordHandler;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Counts how often each distinct value of a field comes. The result is <code>{"counts":{"NAME":COUNT,…}}</code>, once
 * merged with the greatest count first and equal counts by name. One number is kept in memory for each distinct value.
 * One worker's thread; {@link #merge} on any.
 */
@Named("count")
public final class CountHandler implements RecordHandler<Object, Object> {
    private static final String COUNTS = "counts";

    /** Known values cost one look-up: the count is changed where it is, nothing is boxed or put again. */
    private final Map<String, Counter> counts = new HashMap<>();

    private Source source;
    private Field field;
    private String by;
    private OnMissing onMissing;
    private Optional<Integer> top = Optional.empty();

    /** What the {@code handler} block of this type may say. */
    public record Settings(
            @Doc("the field whose distinct values are counted") @Default("value")
            String by,

            @Doc("how often the merged result is printed while running; null: only at the end")
            @Default("null")
            @Range(min = "10ms")
            Optional<Duration> every,

            @Doc("how many of the greatest counts are shown, after merging; null: all")
            @Default("null")
            @Range(min = "1")
            Optional<Integer> top,

            @Doc("an absent field: error, null (counted as the word null), or the text to count it as")
            @Default("error")
            Optional<String> onMissing)
            implements LiveResult, CheckedSettings {
        @Override
        public void check(BiConsumer<String, String> fault) {
            try {
                Field.compile(by);
            } catch (IllegalArgumentException e) {
                fault.accept("by", e.getMessage());
            }
        }
    }

    private enum Source {
        VALUE,
        KEY,
        FIELD
    }

    private static final class Counter {
        private long count;
    }

    @Override
    public void open(HandlerContext context) {
        Settings settings = context.settings(Settings.class);
        by = settings.by();
        field = Field.compile(by);
        onMissing = OnMissing.parse(settings.onMissing());
        top = settings.top();
        source = switch (by) {
            case "value" -> Source.VALUE;
            case "key" -> Source.KEY;
            default -> Source.FIELD;
        };
    }

    @Override
    public void handle(Object key, Object value, ConsumerRecord<byte[], byte[]> record) {
        String name = name(key, value, record);
        if (name == null) {
            name = onMissing.text(by);
        }
        Counter counter = counts.get(name);
        if (counter == null) {
            counter = new Counter();
            counts.put(name, counter);
        }
        counter.count++;
    }

    /**
     * Key and value are told apart here, not behind {@link Field}: the call of an interface would stand in the way of
     * inlining where it matters most.
     */
    private String name(Object key, Object value, ConsumerRecord<byte[], byte[]> record) {
        if (source == Source.VALUE) {
            return Texts.of(value);
        }
        return source == Source.KEY ? Texts.of(key) : field.read(key, value, record);
    }

    /** A copy of what this worker counted, in no order: {@link #merge} sorts, once for all workers. */
    @Override
    public Object result() {
        Map<String, Long> copy = new LinkedHashMap<>(counts.size() * 2);
        counts.forEach((name, counter) -> copy.put(name, counter.count));
        return Map.of(COUNTS, copy);
    }

    /** Adds the counts of several workers, sorts them, and leaves out what {@code top} does. */
    @Override
    public Object merge(List<Object> results) {
        Map<String, Long> sums = new HashMap<>();
        for (Object result : results) {
            if (result instanceof Map<?, ?> map && map.get(COUNTS) instanceof Map<?, ?> part) {
                part.forEach((name, count) -> sums.merge((String) name, ((Number) count).longValue(), Math::addExact));
            }
        }
        Map<String, Long> sorted = new LinkedHashMap<>();
        sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(top.map(Integer::longValue).orElse(Long.MAX_VALUE))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return Map.of(COUNTS, sorted);
    }
}
