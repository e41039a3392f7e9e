package io.millrace.testkit.proxy;

/** Where a rule goes when its builder has come to its end. */
interface Arming {
    Rule arm(Rule.Match match, Action action);
}
