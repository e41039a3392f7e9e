package io.millrace.testkit.ledger;

/** What the checker can find. The numbers are fixed: pages, reports and tests name them. */
public enum VerdictKind {
    V1("lost", "due in the log, below what the group committed, never finished"),
    V2("committed beyond processed", "a commit passed a record that had no terminal outcome yet, or more than may"),
    V3("repeated", "finished again: fatal unless a break or a legal rewind explains it"),
    V4("over-bound repetition", "one break repeats more records than the mode allows"),
    V5("commit regression", "the group's committed offset went down and nobody had asked for it"),
    V6("out of order", "offsets do not rise inside one ownership"),
    V7("skipped", "the next record begun, or the start position, jumps over a record that is due"),
    V8("rewound", "the start position, or the next record begun, lies below what was committed"),
    V9("double ownership", "two ownerships of one partition handle at once: fatal unless the earlier one was lost"),
    V10("phantom", "what was handled is not in the log, is of an aborted transaction, or is corrupt"),
    V11("silent drop", "skipped or dead-lettered, and nothing proves that it was meant"),
    V12("effect mismatch", "the sink's truth is not what it should be: judged by rules of the sinks"),
    V13("stuck", "nothing was finished for too long although records waited and the broker was there"),
    V14("dead but green", "a worker is dead and the status says that it runs"),
    V15("miscount", "the engine's counters are not what its journal holds"),
    V16("void run", "too little happened, or a witness is broken or incomplete: the run does not count");

    private final String title;
    private final String rule;

    VerdictKind(String title, String rule) {
        this.title = title;
        this.rule = rule;
    }

    public String title() {
        return title;
    }

    public String rule() {
        return rule;
    }
}
