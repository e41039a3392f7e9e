package io.millrace.supervisor;

/** Why a run ended. */
public enum StopReason {
    END("end"),
    MAX_RECORDS("max-records"),
    TIME("time"),
    SIGNAL("signal"),
    ADMIN("admin"),
    FAILURE("failure");

    private final String text;

    StopReason(String text) {
        this.text = text;
    }

    /** As the summary writes it. */
    public String text() {
        return text;
    }

    /** Whether somebody asked for it while it ran. */
    boolean isAskedFor() {
        return this == SIGNAL || this == ADMIN;
    }
}
