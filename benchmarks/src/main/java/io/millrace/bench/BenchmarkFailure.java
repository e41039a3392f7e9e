package io.millrace.bench;

/** A run came to something else than it must: its figures mean nothing. */
final class BenchmarkFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchmarkFailure(String message) {
        super(message);
    }
}
