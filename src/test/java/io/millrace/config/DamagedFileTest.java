package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a file is damaged: it is loaded, or every fault has its place. */
class DamagedFileTest {
    private static final int ROUNDS = 500;
    private static final String CHARACTERS = "{}[]=:,\"'$#+\\/\n \t.x0é?!*&^`@~|<>-_%;\u0000";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void isLoadedOrToldOf(long seed) throws IOException {
        Random random = new Random(seed);
        String whole = Files.readString(Path.of("conf/count.conf")) + """
            base { x = 1 }
            millrace.kafka.client.rack = ${base.x}"y"
            millrace.source.topics += \"""b\"""
            """;
        Loading loading = new Loading(directory);
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder text = new StringBuilder(whole);
            for (int hits = 1 + random.nextInt(3); hits > 0; hits--) {
                damage(text, random);
            }
            check(loading, text.toString(), "seed " + seed + ", round " + round);
        }
    }

    private static void damage(StringBuilder text, Random random) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(5)) {
            case 0 -> text.deleteCharAt(at);
            case 1 -> text.insert(at, text.charAt(at));
            case 2 -> text.setCharAt(at, CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            case 3 -> text.insert(at, CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            default -> text.delete(at, Math.min(text.length(), at + random.nextInt(20)));
        }
    }

    private void check(Loading loading, String text, String when) {
        try {
            loading.load(text);
        } catch (InvalidConfigException e) {
            assertThat(e.problems()).as(when).isNotEmpty();
            for (Problem problem : e.problems()) {
                assertThat(problem.place().source()).as(when).endsWith("app.conf");
                assertThat(problem.place().line()).as("%s: %s", when, problem).isPositive();
            }
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(when + ":\n" + text, e);
        }
    }
}
