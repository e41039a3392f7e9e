package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Default;
import io.millrace.api.OneOf;
import io.millrace.api.Range;
import io.millrace.offsets.StartPosition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings records of handlers, in all types that they can have. */
class RecordBinderTest {
    record Inner(@Default("3") int times) {}

    enum Colour {
        DARK_RED,
        BLUE
    }

    record All(
            String text,
            int small,
            long large,
            double broken,
            boolean yes,
            Duration time,
            Duration iso,
            Path path,
            Colour colour,
            Optional<String> absent,
            Optional<Duration> present,
            List<String> texts,
            List<Duration> times,
            Map<String, String> map,
            Inner inner,
            StartPosition start,
            @OneOf({"GET", "POST"}) String method,
            @Default("10ms") @Range(min = "1ms", max = "1s") Duration pause) {}

    record Broken(
            int number,
            @Default("true") boolean flag,
            String missing,
            @Range(min = "0.5") double share,
            List<Integer> numbers,
            Map<String, Integer> sizes) {}

    @TempDir
    Path directory;

    private Loading loading;

    @BeforeEach
    void prepare() {
        loading = new Loading(directory);
    }

    @Test
    void bindsEveryType() {
        String block = """
            handler {
              type = com.acme.Free
              text = 5, small = "7", large = 9000000000, broken = 1.5, yes = on, time = 50ms, iso = PT1M
              path = out/x, colour = dark-red, absent = null, present = 1m
              texts = [a, 1], times = [1s, 2s], map { a.b = c, d = 1 }, inner {}
              start = latest, method = post
            }
            """;

        HandlerConfig handler = loading.load(Loading.goodWith(block)).config().handler();

        assertThat(handler.type()).isEqualTo("com.acme.Free");
        assertThat(handler.settings().apply(All.class))
                .isEqualTo(new All(
                        "5",
                        7,
                        9_000_000_000L,
                        1.5,
                        true,
                        Duration.ofMillis(50),
                        Duration.ofMinutes(1),
                        Path.of("out/x"),
                        Colour.DARK_RED,
                        Optional.empty(),
                        Optional.of(Duration.ofMinutes(1)),
                        List.of("a", "1"),
                        List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)),
                        Map.of("a.b", "c", "d", "1"),
                        new Inner(3),
                        new StartPosition.Latest(),
                        "POST",
                        Duration.ofMillis(10)));
    }

    @Test
    void tellsOfEveryFault() {
        String block = """
            handler {
              type = com.acme.Free
              number = 1.5
              flag = maybe
              share = 0.1
              numbers = [1, x]
              sizes { a = b }
              other = 1
            }
            """;
        HandlerConfig handler = loading.load(Loading.goodWith(block)).config().handler();

        assertThatThrownBy(() -> handler.settings().apply(Broken.class))
                .isInstanceOfSatisfying(
                        InvalidConfigException.class,
                        e -> assertThat(loading.shown(e.problems()))
                                .containsExactly(
                                        "error[C03] app.conf:7:1 millrace.handler.missing is missing\n"
                                                + "  fix: missing = \"…\"",
                                        "error[C04] app.conf:9:3 millrace.handler.number must be a whole number, but"
                                                + " \"1.5\" is none\n"
                                                + "  fix: number = 100",
                                        "error[C04] app.conf:10:3 millrace.handler.flag must be true or false, but"
                                                + " \"maybe\" is none\n"
                                                + "  fix: flag = true",
                                        "error[C05] app.conf:11:3 millrace.handler.share must be at least 0.5, found"
                                                + " 0.1\n"
                                                + "  fix: share = 0.5",
                                        "error[C04] app.conf:12:3 millrace.handler.numbers must be a whole number, but"
                                                + " \"x\" is none\n"
                                                + "  fix: numbers = 100",
                                        "error[C04] app.conf:13:3 millrace.handler.sizes.a must be a whole number, but"
                                                + " \"b\" is none\n"
                                                + "  fix: sizes.a = 100",
                                        "error[C02] app.conf:14:3 unknown key millrace.handler.other\n"
                                                + "  fix: remove it; millrace.handler has number, flag, missing, share,"
                                                + " numbers, sizes"));
    }
}
