package io.millrace.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TemplateTest {
    private static OnMissing onMissing(String text) {
        return OnMissing.parse(Optional.ofNullable(text));
    }

    private static String fill(String text, OnMissing onMissing, Object key, Object value) {
        StringBuilder line = new StringBuilder("> ");
        Template.compile(text, onMissing, TextWriter.ESCAPED).append(line, key, value, TestRecords.PLAIN);
        return line.substring(2);
    }

    @Test
    void fieldsAreFilledIn() {
        assertThat(fill("{topic}-{partition}@{offset} {key} {value}", onMissing("error"), "k", "v"))
                .isEqualTo("towns-3@42 k v");
        assertThat(fill("{json:a[0]}{csv:0}", onMissing("error"), null, "[1]".replace("[1]", "{\"a\":[5]}")))
                .isEqualTo("5{\"a\":[5]}");
    }

    @Test
    void doubledBraceIsABrace() {
        assertThat(fill("{{\"k\":\"{key}\"}", onMissing(null), "x", null)).isEqualTo("{\"k\":\"x\"}");
        assertThat(fill("{{key}}", onMissing(null), "x", null)).isEqualTo("{key}}");
        assertThat(fill("", onMissing(null), "x", null)).isEmpty();
    }

    @Test
    void onlyFieldsAreEscaped() {
        assertThat(fill("a\t{key}", onMissing(null), "x\ty", null)).isEqualTo("a\tx\\ty");
    }

    @Test
    void absentFields() {
        assertThat(fill("{key}", onMissing(null), null, null)).isEqualTo("null");
        assertThat(fill("{key}", onMissing("null"), null, null)).isEqualTo("null");
        assertThat(fill("<{key}>", onMissing(""), null, null)).isEqualTo("<>");
        assertThat(fill("{key}", onMissing("-"), null, null)).isEqualTo("-");
        assertThatThrownBy(() -> fill("{header:h}", onMissing("error"), null, null))
                .isInstanceOf(NoSuchElementException.class)
                .hasMessage("the record has no header:h; if that may be, set on-missing = null, or to the text that"
                        + " stands for it");
    }

    @Test
    void faultsAreTold() {
        OnMissing error = onMissing("error");
        assertThatThrownBy(() -> Template.compile("a {kye}", error, TextWriter.PLAIN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean key?");
        assertThatThrownBy(() -> Template.compile("a {}", error, TextWriter.PLAIN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a field is empty");
        assertThatThrownBy(() -> Template.compile("a {key", error, TextWriter.PLAIN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the brace at character 3 of the template a {key is not closed");
    }
}
