package io.millrace.offsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartPositionTest {
    @Test
    void theFormsAreRead() {
        assertThat(StartPosition.parse("earliest")).isEqualTo(new StartPosition.Earliest());
        assertThat(StartPosition.parse("latest")).isEqualTo(new StartPosition.Latest());
        assertThat(StartPosition.parse("fail")).isEqualTo(new StartPosition.Fail());
        assertThat(StartPosition.parse("within:PT6H")).isEqualTo(new StartPosition.Within(Duration.ofHours(6)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"earliest", "latest", "fail", "within:PT6H", "within:PT0S"})
    void whatIsShownCanBeWritten(String text) {
        assertThat(StartPosition.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Earliest", "earliest ", "none", "within:", "within:6h", "within:PT-1S", "within"})
    void anythingElseIsRefusedWithTheForms(String text) {
        assertThatThrownBy(() -> StartPosition.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("within:PT6H");
    }
}
