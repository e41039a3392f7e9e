package io.millrace.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Joins what several workers tell into one result. Stateless; any thread. */
public final class Results {
    private Results() {}

    /** Adds numbers that stand under the same name, at any depth; of anything else the last one stays. */
    public static Object add(List<Object> results) {
        Object sum = null;
        for (Object result : results) {
            sum = add(sum, result);
        }
        return sum;
    }

    private static Object add(Object left, Object right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        if (left instanceof Map<?, ?> a && right instanceof Map<?, ?> b) {
            Map<Object, Object> both = new LinkedHashMap<>(a);
            b.forEach((name, value) -> both.put(name, add(both.get(name), value)));
            return both;
        }
        if (left instanceof Number a && right instanceof Number b) {
            return isWhole(a) && isWhole(b)
                    ? (Object) Math.addExact(a.longValue(), b.longValue())
                    : (Object) (a.doubleValue() + b.doubleValue());
        }
        return right;
    }

    private static boolean isWhole(Number number) {
        return number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte;
    }
}
