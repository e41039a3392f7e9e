package io.millrace.testkit.loops;

/** How the group hands partitions over. */
public enum Protocol {
    /** Everybody gives everything up, and gets it when all have. */
    EAGER,
    /** Only what moves is given up, and handed on when all have joined. */
    COOPERATIVE,
    /** Only what moves is given up, and handed on at once: nobody waits for others. */
    CONSUMER
}
