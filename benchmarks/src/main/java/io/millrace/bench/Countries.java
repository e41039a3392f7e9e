package io.millrace.bench;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Twelve short names in no order, some of them more often than others. Stateless; any thread. */
final class Countries {
    private static final byte[][] NAMES = Stream.of(
                    "Japan",
                    "Italy",
                    "Spain",
                    "France",
                    "Brazil",
                    "Canada",
                    "Sweden",
                    "Germany",
                    "Denmark",
                    "Finland",
                    "Portugal",
                    "Colombia")
            .map(name -> name.getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    private Countries() {}

    static byte[] value(int number) {
        return NAMES[index(number)];
    }

    /** The smaller of two draws: the first names come more often. */
    private static int index(int number) {
        long mixed = Filler.mix(number);
        return (int) Math.min((mixed >>> 40) % NAMES.length, (mixed & 0xff_ffff) % NAMES.length);
    }

    /** How often each name comes among so many records. */
    static Map<String, Long> counts(int records) {
        long[] counts = new long[NAMES.length];
        for (int number = 0; number < records; number++) {
            counts[index(number)]++;
        }
        Map<String, Long> named = new TreeMap<>();
        for (int index = 0; index < counts.length; index++) {
            named.put(new String(NAMES[index], StandardCharsets.US_ASCII), counts[index]);
        }
        return named;
    }
}
