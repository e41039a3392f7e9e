package io.millrace.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.config.WorkerCount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerCountTest {
    @ParameterizedTest
    @CsvSource({"4, 8, 4", "8, 4, 4", "1, 8, 1", "0, 8, 1", "3, 3, 3"})
    void autoIsTheSmallerOfPartitionsAndProcessorsAndAtLeastOne(int partitions, int processors, int workers) {
        assertThat(WorkerCount.parse("auto").resolve(partitions, processors)).isEqualTo(workers);
    }

    @Test
    void aNumberIsThatNumberWhateverThePartitions() {
        assertThat(WorkerCount.parse("12").resolve(3, 2)).isEqualTo(12);
        assertThat(WorkerCount.parse("12").atMost(2)).isEqualTo(12);
        assertThat(WorkerCount.parse("auto").atMost(2)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1025", "", "many", "1.5", "Auto", "99999999999"})
    void anythingElseIsRefusedWithTheForms(String text) {
        assertThatThrownBy(() -> WorkerCount.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("auto or a number from 1 to 1024");
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "1", "1024"})
    void whatIsShownCanBeWritten(String text) {
        assertThat(WorkerCount.parse(text)).hasToString(text);
    }
}
