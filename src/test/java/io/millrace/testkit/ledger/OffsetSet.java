package io.millrace.testkit.ledger;

import java.util.Arrays;

/**
 * A set of offsets: bits in small pages, of which only those are there that hold something. A million neighbours need
 * 128 KiB, and adding, asking and walking are done 64 at a time. One thread.
 */
public final class OffsetSet {
    private static final int PAGE_SHIFT = 6;
    private static final int PAGE_WORDS = 1 << PAGE_SHIFT;
    private static final long[][] NO_PAGES = {};

    /** What is told of each stretch of neighbours. */
    public interface RangeVisitor {
        void range(long from, long to);
    }

    private long[][] pages = NO_PAGES;
    private long firstPage;
    private long size;
    private long end;

    /** Adds one offset; tells whether it is new. */
    public boolean add(long offset) {
        long[] page = pageForWrite(offset >> 6 >> PAGE_SHIFT);
        int word = (int) (offset >> 6) & PAGE_WORDS - 1;
        long bit = 1L << offset;
        if ((page[word] & bit) != 0) {
            return false;
        }
        page[word] |= bit;
        size++;
        end = Math.max(end, offset + 1);
        return true;
    }

    /** Adds {@code [from, to)}. */
    public void add(long from, long to) {
        if (from >= to) {
            return;
        }
        for (long word = from >> 6; word <= to - 1 >> 6; word++) {
            long[] page = pageForWrite(word >> PAGE_SHIFT);
            int at = (int) word & PAGE_WORDS - 1;
            long before = page[at];
            page[at] = before | mask(word, from, to);
            size += Long.bitCount(page[at]) - Long.bitCount(before);
        }
        end = Math.max(end, to);
    }

    /** Takes {@code [from, to)} out. */
    public void remove(long from, long to) {
        long last = Math.min(to, end);
        for (long word = from >> 6; from < last && word <= last - 1 >> 6; word++) {
            long[] page = page(word >> PAGE_SHIFT);
            if (page != null) {
                int at = (int) word & PAGE_WORDS - 1;
                long before = page[at];
                page[at] = before & ~mask(word, from, last);
                size += Long.bitCount(page[at]) - Long.bitCount(before);
            }
        }
    }

    public boolean contains(long offset) {
        return (word(offset >> 6) & 1L << offset) != 0;
    }

    /** How many there are of {@code [from, to)}. */
    public long count(long from, long to) {
        long sum = 0;
        long last = Math.min(to, end);
        for (long word = from >> 6; from < last && word <= last - 1 >> 6; word++) {
            sum += Long.bitCount(word(word) & mask(word, from, last));
        }
        return sum;
    }

    /** How many there are. */
    public long size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** 1 + the highest offset that was ever added; 0 for a set that was always empty. */
    public long end() {
        return end;
    }

    /** The highest offset below the limit, or -1. */
    public long highestBelow(long limit) {
        long last = Math.min(limit, end);
        long lowest = firstPage << PAGE_SHIFT;
        for (long word = last - 1 >> 6; last > 0 && word >= lowest; word--) {
            long bits = word(word) & mask(word, Long.MIN_VALUE, last);
            if (bits != 0) {
                return (word << 6) + 63 - Long.numberOfLeadingZeros(bits);
            }
        }
        return -1;
    }

    /** Tells each stretch of neighbours in {@code [from, to)}, from low to high. */
    public void forEachRange(long from, long to, RangeVisitor visitor) {
        walk(this, null, null, from, to, visitor);
    }

    /** Tells each stretch of all there are. */
    public void forEachRange(RangeVisitor visitor) {
        forEachRange(firstPage << PAGE_SHIFT << 6, end, visitor);
    }

    /**
     * Tells each stretch of {@code [from, to)} that is in this set and in neither of the others; null is the empty set.
     */
    public void forEachMissing(OffsetSet other, OffsetSet another, long from, long to, RangeVisitor visitor) {
        walk(this, other, another, from, to, visitor);
    }

    /** Whether something of {@code [from, to)} is in this set and in neither of the others. */
    public boolean hasMissing(OffsetSet other, OffsetSet another, long from, long to) {
        long last = Math.min(to, end);
        long first = Math.max(from, firstPage << PAGE_SHIFT << 6);
        for (long word = first >> 6; first < last && word <= last - 1 >> 6; word++) {
            if ((bits(this, other, another, word) & mask(word, first, last)) != 0) {
                return true;
            }
        }
        return false;
    }

    private static void walk(
            OffsetSet set, OffsetSet other, OffsetSet another, long from, long to, RangeVisitor visitor) {
        long last = Math.min(to, set.end);
        long first = Math.max(from, set.firstPage << PAGE_SHIFT << 6);
        long begin = -1;
        for (long word = first >> 6; first < last && word <= last - 1 >> 6; word++) {
            long bits = bits(set, other, another, word) & mask(word, first, last);
            long base = word << 6;
            if (bits == 0 && begin < 0 || bits == -1 && begin >= 0) {
                continue;
            }
            int at = 0;
            while (at < 64) {
                long left = (begin < 0 ? bits : ~bits) >>> at;
                if (left == 0) {
                    break;
                }
                at += Long.numberOfTrailingZeros(left);
                if (begin < 0) {
                    begin = base + at;
                } else {
                    visitor.range(begin, base + at);
                    begin = -1;
                }
            }
        }
        if (begin >= 0) {
            visitor.range(begin, last);
        }
    }

    private static long bits(OffsetSet set, OffsetSet other, OffsetSet another, long word) {
        long bits = set.word(word);
        if (bits != 0 && other != null) {
            bits &= ~other.word(word);
        }
        if (bits != 0 && another != null) {
            bits &= ~another.word(word);
        }
        return bits;
    }

    /** The bits of this word that lie in {@code [from, to)}. */
    private static long mask(long word, long from, long to) {
        long base = word << 6;
        long mask = -1;
        if (from > base) {
            mask &= -1L << from;
        }
        if (to < base + 64) {
            mask &= ~(-1L << to);
        }
        return mask;
    }

    private long word(long word) {
        long[] page = page(word >> PAGE_SHIFT);
        return page == null ? 0 : page[(int) word & PAGE_WORDS - 1];
    }

    private long[] page(long number) {
        long at = number - firstPage;
        return at < 0 || at >= pages.length ? null : pages[(int) at];
    }

    private long[] pageForWrite(long number) {
        if (pages.length == 0) {
            firstPage = number;
            pages = new long[2][];
        } else if (number < firstPage) {
            int more = Math.toIntExact(firstPage - number);
            long[][] moved = new long[pages.length + more][];
            System.arraycopy(pages, 0, moved, more, pages.length);
            pages = moved;
            firstPage = number;
        } else if (number - firstPage >= pages.length) {
            int wanted = Math.toIntExact(number - firstPage + 1);
            pages = Arrays.copyOf(pages, Math.max(wanted, pages.length + (pages.length >> 1)));
        }
        int at = (int) (number - firstPage);
        if (pages[at] == null) {
            pages[at] = new long[PAGE_WORDS];
        }
        return pages[at];
    }
}
