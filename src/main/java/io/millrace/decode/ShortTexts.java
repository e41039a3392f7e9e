package io.millrace.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Short texts that were seen before, so that a key or a value that comes again and again (a country, a currency, a
 * state) is decoded once: a text that is found costs no allocation, and it brings its hash code along. Where texts
 * hardly repeat, looking is given up for a while. Used by one thread.
 */
final class ShortTexts {
    static final int MAX_BYTES = 24;

    private static final int SLOTS = 4096;
    private static final int WINDOW = 1024;
    private static final int LEAST_HITS = WINDOW / 4;
    private static final int REST = 64 * WINDOW;

    private final byte[][] bytes = new byte[SLOTS][];
    private final String[] texts = new String[SLOTS];
    private int looks;
    private int misses;
    private int resting;

    /** The text of these bytes; the array stays the caller's. */
    String of(byte[] utf8) {
        if (resting > 0) {
            resting--;
            return new String(utf8, StandardCharsets.UTF_8);
        }
        if (++looks == WINDOW) {
            endWindow();
        }
        int slot = slot(utf8);
        byte[] known = bytes[slot];
        if (known != null && Arrays.equals(known, utf8)) {
            return texts[slot];
        }
        return miss(slot, utf8);
    }

    private String miss(int slot, byte[] utf8) {
        misses++;
        String text = new String(utf8, StandardCharsets.UTF_8);
        // A copy: whoever handles the record may write into its array.
        bytes[slot] = utf8.clone();
        texts[slot] = text;
        return text;
    }

    private void endWindow() {
        if (looks - misses < LEAST_HITS) {
            resting = REST;
        }
        looks = 0;
        misses = 0;
    }

    private static int slot(byte[] utf8) {
        int hash = utf8.length;
        for (byte b : utf8) {
            hash = 31 * hash + b;
        }
        hash *= 0x9E3779B9;
        return hash >>> 20;
    }
}
