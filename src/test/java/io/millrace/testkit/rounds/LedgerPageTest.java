package io.millrace.testkit.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ledger.VerdictKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page on the ledger names what there is. */
class LedgerPageTest {
    private static final Path PAGE = Path.of(System.getProperty("test.target", "target"))
            .toAbsolutePath()
            .normalize()
            .resolveSibling("src/site/markdown/ledger.md");

    @Test
    void itListsWhatTheScriptLists() throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        Soak soak = new Soak(new PrintStream(printed, true, StandardCharsets.UTF_8));
        soak.list = true;
        soak.call();
        assertThat(Files.readString(PAGE)).contains(printed.toString(StandardCharsets.UTF_8));
    }

    @Test
    void itHasEachVerdictAndEachMode() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        for (VerdictKind kind : VerdictKind.values()) {
            assertThat(lines).anyMatch(line -> line.startsWith("| " + kind.name() + " | " + kind.title() + " |"));
        }
        for (Variant.Mode mode : Variant.Mode.values()) {
            assertThat(lines).anyMatch(line -> line.startsWith("| `" + mode + "` |"));
        }
        assertThat(Arrays.stream(Variant.Protocol.values()).map(Variant.Protocol::toString))
                .allSatisfy(protocol -> assertThat(lines).anyMatch(line -> line.contains(protocol)));
    }
}
