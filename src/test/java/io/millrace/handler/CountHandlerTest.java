package io.millrace.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CountHandlerTest {
    private static CountHandler open(String by, Integer top, String onMissing) {
        CountHandler handler = new CountHandler();
        handler.open(new TestContext(
                new CountHandler.Settings(by, Optional.empty(), Optional.ofNullable(top), Optional.of(onMissing))));
        return handler;
    }

    private static CountHandler count(CountHandler handler, String... values) {
        for (String value : values) {
            handler.handle("key of " + value, value, TestRecords.PLAIN);
        }
        return handler;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Long> counts(Object result) {
        return (Map<String, Long>) ((Map<String, Object>) result).get("counts");
    }

    @Test
    void mergedIsSortedByCountThenName() {
        CountHandler one = count(open("value", null, "error"), "CH", "DE", "DE", "AT");
        CountHandler two = count(open("value", null, "error"), "FR", "CH", "FR", "FR", "AD");
        Object merged = one.merge(List.of(one.result(), two.result()));
        assertThat(counts(merged).toString()).isEqualTo("{FR=3, CH=2, DE=2, AD=1, AT=1}");
    }

    @Test
    void topIsTakenAfterMerging() {
        CountHandler one = count(open("value", 1, "error"), "A", "A", "A", "B", "B");
        CountHandler two = count(open("value", 1, "error"), "C", "C", "C", "B", "B");
        assertThat(counts(one.result())).hasSize(2);
        assertThat(counts(two.merge(List.of(one.result(), two.result())))).containsOnly(Map.entry("B", 4L));
    }

    @Test
    void mergesWhatOtherShapesLeave() {
        CountHandler handler = open("value", null, "error");
        List<Object> results = new ArrayList<>(List.of(Map.of("counts", Map.of("A", 1))));
        results.add(null);
        assertThat(counts(handler.merge(results))).containsOnly(Map.entry("A", 1L));
        assertThat(counts(handler.merge(List.of()))).isEmpty();
    }

    @Test
    void resultIsACopy() {
        CountHandler handler = count(open("value", null, "error"), "A");
        Object before = handler.result();
        count(handler, "A", "B");
        assertThat(counts(before)).containsOnly(Map.entry("A", 1L));
        assertThat(counts(handler.result())).containsOnly(Map.entry("A", 2L), Map.entry("B", 1L));
    }

    @Test
    void countsByAnyField() {
        assertThat(counts(count(open("key", null, "error"), "A").result())).containsOnlyKeys("key of A");
        assertThat(counts(count(open("csv:1", null, "error"), "A,x", "B,x").result()))
                .containsOnly(Map.entry("x", 2L));
        CountHandler numbers = open("value", null, "error");
        numbers.handle(null, 5L, TestRecords.PLAIN);
        assertThat(counts(numbers.result())).containsOnlyKeys("5");
    }

    @Test
    void absentFieldIsAnErrorUnlessSaid() {
        assertThatThrownBy(() -> count(open("value", null, "error"), (String) null))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("the record has no value");
        assertThat(counts(count(open("value", null, "null"), (String) null).result()))
                .containsOnlyKeys("null");
        CountHandler unset = new CountHandler();
        unset.open(new TestContext(
                new CountHandler.Settings("value", Optional.empty(), Optional.empty(), Optional.empty())));
        assertThat(counts(count(unset, (String) null).result())).containsOnlyKeys("null");
        assertThat(counts(count(open("csv:9", null, "(none)"), "a").result())).containsOnlyKeys("(none)");
    }

    @Test
    void settingsAreChecked() {
        List<String> faults = new ArrayList<>();
        new CountHandler.Settings("vlaue", Optional.empty(), Optional.empty(), Optional.of("error"))
                .check((name, what) -> faults.add(name + ": " + what));
        assertThat(faults)
                .singleElement()
                .asString()
                .startsWith("by: there is no field vlaue")
                .contains("did you mean value?");
    }
}
