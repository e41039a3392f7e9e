package io.millrace.bench;

/** Bytes that do not compress, the same for the same number. Stateless; any thread. */
final class Filler {
    private Filler() {}

    static byte[] value(int number, int size) {
        byte[] value = new byte[size];
        long state = number;
        for (int index = 0; index < size; index++) {
            if (index % Long.BYTES == 0) {
                state = mix(state + index);
            }
            value[index] = (byte) (state >>> (index % Long.BYTES * Byte.SIZE));
        }
        return value;
    }

    /** SplitMix64: neighbours in, far apart out. */
    static long mix(long number) {
        long mixed = number + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
