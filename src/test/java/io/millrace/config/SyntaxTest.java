package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyntaxTest {
    @TempDir
    Path directory;

    private Loading loading;

    @BeforeEach
    void prepare() {
        loading = new Loading(directory);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a = host:9092 | a = \"host:9092\"",
                "a = h:1,i:2 # two | a = \"h:1,i:2\" # two",
                "a: host:9092, b = c | a: \"host:9092\", b = c",
                "kafka { a = host:9092 } | kafka { a = \"host:9092\" }",
                "kafka { a = host:9092, b = x } | kafka { a = \"host:9092\", b = x }",
                "a = test.* | a = \"test.*\"",
                "a = C:\\dir | a = \"C:\\\\dir\"",
                "a = [h:1, i] | a = [\"h:1\", i]",
                "a = x, b = p@ss | a = x, b = \"p@ss\"",
                "a = tcp://h:1 | a = \"tcp://h:1\"",
            })
    void quotesTheValueThatNeedsIt(String line, String repaired) {
        assertThat(SyntaxRepair.repair(line)).contains(repaired);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"a = b", "a = \"h:1\"", "a {", "a = ${B}\":9092\"", "}", "a = [b, c]", "a = 5s # c:d", "``", "="})
    void leavesOtherLinesAlone(String line) {
        assertThat(SyntaxRepair.repair(line)).isEmpty();
    }

    @Test
    void severalUnquotedValuesAreRepairedAndTheRestIsJudged() {
        String text = """
            millrace {
              kafka { bootstrap.servers = a:1, group.id = G }
              source.topics = [a]
              source.start.otherwise = within:PT6H
              nmae = x
            }
            """;

        assertThat(loading.faults(text))
                .hasSize(3)
                .anyMatch(fault -> fault.endsWith("fix: kafka { bootstrap.servers = \"a:1\", group.id = G }"))
                .anyMatch(fault -> fault.startsWith("error[C01] app.conf:4:3")
                        && fault.endsWith("fix: source.start.otherwise = \"within:PT6H\""))
                .anyMatch(fault -> fault.startsWith("error[C02] app.conf:5:3"));
    }

    @Test
    void theRepairDoesNotShowASecret() {
        List<String> faults = loading.faults(Loading.goodWith("kafka.ssl.key.password = CAN@RY:1"));

        assertThat(faults)
                .singleElement()
                .asString()
                .startsWith("error[C01] app.conf:7:1")
                .endsWith("fix: put the value in double quotes");
    }

    @Test
    void anotherFaultOfSyntaxStandsAlone() {
        assertThat(loading.faults("millrace {\n  kafka {\n    group.id = G\n  source.topics = [a]\n}\n"))
                .singleElement()
                .asString()
                .startsWith("error[C01] app.conf:")
                .endsWith("fix: close the brace that is opened in line 1");
        assertThat(loading.faults("millrace {\n name = \"CANARY\n password = \"CANARY\"\n}\n"))
                .singleElement()
                .asString()
                .startsWith("error[C01] app.conf:2 ")
                .doesNotContain("CANARY");
    }

    @Test
    void nestingBeyondReasonIsAFaultOfSyntax() {
        assertThat(loading.faults("a = " + "[".repeat(100_000)))
                .singleElement()
                .asString()
                .startsWith("error[C01] app.conf:1 ");
    }

    @Test
    void keysAreFoundWithTheirColumns() {
        List<KeyScanner.Entry> entries = KeyScanner.scan("""
            # a = 1
            a { b.c = 1, "d.e" = "x = y" } // f = 2
              g = [ { h = 1 }, "]" ], i : ${a} { j = 1 }
            k += 2
            include "x = y"
            l = \"""
            m = 1 \"""
            """);

        assertThat(entries)
                .extracting(entry -> entry.path() + "@" + entry.line() + ":" + entry.column())
                .containsExactly("a@2:1", "a.b.c@2:5", "a.d.e@2:14", "g@3:3", "i@3:27", "i.j@3:38", "k@4:1", "l@6:1");
    }
}
