package io.millrace.testkit.ledger;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Which verdicts one single thing that went wrong may show besides its own. Everything else beside it is a second
 * fault, or a false alarm of the checker; property tests hold it to this table.
 *
 * <table>
 * <caption>Implied verdicts</caption>
 * <tr><th>planted</th><th>may show</th><th>because</th></tr>
 * <tr><td>V1 lost</td><td>V2, V7</td><td>the commit that passed it had not processed it; the ownership that should have
 *     begun it jumped over it</td></tr>
 * <tr><td>V2 committed beyond processed</td><td>-</td><td>the record may be finished a moment later</td></tr>
 * <tr><td>V3 repeated</td><td>V6, V8</td><td>inside one ownership a repetition is out of order, and below what was
 *     committed if a commit lies between</td></tr>
 * <tr><td>V4 over-bound repetition</td><td>-</td><td>each single repetition is explained</td></tr>
 * <tr><td>V5 commit regression</td><td>V3</td><td>the next owner starts too low</td></tr>
 * <tr><td>V6 out of order</td><td>V3, V7, V8</td><td>what comes too early jumps over what comes too late</td></tr>
 * <tr><td>V7 skipped</td><td>-</td><td>others may have finished it before; if nobody did, it is V1</td></tr>
 * <tr><td>V8 rewound</td><td>V3</td><td>what lies between is finished again, and no break explains it</td></tr>
 * <tr><td>V9 to V16</td><td>-</td><td>each stands alone</td></tr>
 * </table>
 *
 * Stateless; any thread.
 */
public final class Implications {
    private static final Map<VerdictKind, Set<VerdictKind>> TABLE = new EnumMap<>(VerdictKind.class);

    static {
        for (VerdictKind kind : VerdictKind.values()) {
            TABLE.put(kind, EnumSet.noneOf(VerdictKind.class));
        }
        TABLE.put(VerdictKind.V1, EnumSet.of(VerdictKind.V2, VerdictKind.V7));
        TABLE.put(VerdictKind.V3, EnumSet.of(VerdictKind.V6, VerdictKind.V8));
        TABLE.put(VerdictKind.V5, EnumSet.of(VerdictKind.V3));
        TABLE.put(VerdictKind.V6, EnumSet.of(VerdictKind.V3, VerdictKind.V7, VerdictKind.V8));
        TABLE.put(VerdictKind.V8, EnumSet.of(VerdictKind.V3));
    }

    private Implications() {}

    /** What may be shown besides this one. */
    public static Set<VerdictKind> of(VerdictKind kind) {
        return EnumSet.copyOf(TABLE.get(kind));
    }
}
