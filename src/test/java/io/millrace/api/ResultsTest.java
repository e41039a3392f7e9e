package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultsTest {
    @Test
    void numbersUnderTheSameNameAreAddedAtAnyDepth() {
        Object sum = Results.add(List.of(
                Map.of("counts", Map.of("DE", 2, "FR", 1)),
                Map.of("counts", Map.of("DE", 3, "CH", 4)),
                Map.of("n", 1)));
        assertThat(sum).isEqualTo(Map.of("counts", Map.of("DE", 5L, "FR", 1, "CH", 4), "n", 1));
    }

    @Test
    void wholeNumbersStayWholeAndOthersDoNot() {
        assertThat(Results.add(List.of(1, 2L))).isEqualTo(3L);
        assertThat(Results.add(List.of((short) 1, (byte) 2))).isEqualTo(3L);
        assertThat(Results.add(List.of(1, 0.5))).isEqualTo(1.5);
        assertThat(Results.add(List.of(0.5f, 0.25))).isEqualTo(0.75);
    }

    @Test
    void ofAnythingElseTheLastOneStays() {
        assertThat(Results.add(List.of("a", "b"))).isEqualTo("b");
        assertThat(Results.add(List.of(List.of(1), List.of(2)))).isEqualTo(List.of(2));
        assertThat(Results.add(List.of(1, "b"))).isEqualTo("b");
        assertThat(Results.add(List.of(Map.of("a", 1), "b"))).isEqualTo("b");
    }

    @Test
    void nothingAddsNothing() {
        assertThat(Results.add(List.of())).isNull();
        assertThat(Results.add(Arrays.asList(null, 3, null))).isEqualTo(3);
        assertThat(Results.add(Arrays.asList(null, null))).isNull();
    }

    @Test
    void nullsInsideMapsAreAllowedAsJsonAllowsThem() {
        Map<String, Object> left = new HashMap<>();
        left.put("last", null);
        left.put("n", 1);
        Map<String, Object> right = new HashMap<>();
        right.put("last", null);
        right.put("n", null);
        right.put("new", null);
        Map<String, Object> sum = new HashMap<>();
        sum.put("last", null);
        sum.put("n", 1);
        sum.put("new", null);
        assertThat(Results.add(List.of(left, right))).isEqualTo(sum);
    }

    @Test
    void namesKeepTheirOrder() {
        Map<String, Object> left = new LinkedHashMap<>();
        left.put("z", 1);
        left.put("a", 1);
        Object sum = Results.add(List.of(left, Map.of("z", 1, "m", 1)));
        assertThat(((Map<?, ?>) sum).keySet().toString()).isEqualTo("[z, a, m]");
    }

    @Test
    void whatIsAddedIsNotChanged() {
        Map<String, Object> left = new HashMap<>(Map.of("n", 1));
        Results.add(List.of(left, Map.of("n", 2)));
        assertThat(left).isEqualTo(Map.of("n", 1));
    }

    @Test
    void anOverflowIsAnErrorAndNoWrongNumber() {
        assertThatThrownBy(() -> Results.add(List.of(Long.MAX_VALUE, 1))).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void aHandlersMergeIsThisUnlessItSaysElse() {
        RecordHandler<Object, Object> handler = (key, value, record) -> {};
        assertThat(handler.merge(List.of(Map.of("n", 1), Map.of("n", 2)))).isEqualTo(Map.of("n", 3L));
        assertThat(handler.result()).isNull();
    }
}
