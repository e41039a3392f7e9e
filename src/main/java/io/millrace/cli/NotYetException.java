package io.millrace.cli;

/** Something that is named already, so that its name is not taken, and that cannot be used yet. */
final class NotYetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotYetException(String what, String instead) {
        super(what + " is not available yet" + (instead.isEmpty() ? "" : "; " + instead));
    }
}
