package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ways of moving an offset there are, and what is told of those that there are not. */
class DeliveryRulesTest {
    private static final String COMMIT = "millrace.delivery.commit.";

    @TempDir
    Path directory;

    private Loading loading;

    @BeforeEach
    void prepare() {
        loading = new Loading(directory);
    }

    private List<String> faults(String delivery, String... sets) {
        return loading.faults(Loading.goodWith("delivery { " + delivery + " }"), sets);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "commit.how = null",
                "commit { at = poll, how = sync }",
                "commit { at = poll, how = async, spacing = 1s, max-unacknowledged = 1 }",
                "commit { at = partition, timeout = 1s, metadata = x }",
                "commit { at = partition, how = sync }",
                "commit { at = record }",
                "commit { at = record, how = sync }",
                "commit { at = interval }",
                "commit { at = interval, how = async, every-records = 10, every = 1s, spacing = 1s }",
                "commit { at = interval, every-records = 100000 }",
                "commit { at = interval, how = sync, every-records = 200000, every = 100ms }",
                "mode = at-most-once, commit { timeout = 1s, metadata = \"{host}\" }, revoke-timeout = 1s",
                "mode = at-most-once, commit { at = poll, how = sync }",
                "mode = at-most-once, commit.at = partition",
                "mode = at-most-once, commit.at = record",
                "mode = auto",
                "mode = auto, commit { every = 1s, timeout = 1s, metadata = x }, revoke-timeout = 1s",
                "mode = none",
                "mode = none, commit.how = null",
            })
    void everyWayThatThereIsPassesWithoutAWord(String delivery) {
        assertThat(loading.load(Loading.goodWith("delivery { " + delivery + " }"))
                        .warnings())
                .isEmpty();
    }

    static Stream<Arguments> combinations() {
        return Stream.of(
                arguments(
                        "commit { at = record, how = async }",
                        COMMIT + "how = async does not go with at = record, where every commit is waited for",
                        "fix: remove it, or set at = poll"),
                arguments(
                        "commit { at = partition, how = async, spacing = 1s }",
                        COMMIT + "how = async does not go with at = partition, where every commit is waited for",
                        "fix: remove it, or set at = poll"),
                arguments(
                        "commit { at = interval, every-records = 11, max-unacknowledged = 10 }",
                        COMMIT + "every-records (11) must not be more than max-unacknowledged (10), where a commit is"
                                + " made anyway",
                        "fix: every-records = 10"),
                arguments(
                        "commit { at = interval, max-unacknowledged = 10 }",
                        COMMIT + "every-records (1000) must not be more than max-unacknowledged (10), where a commit is"
                                + " made anyway",
                        "fix: every-records = 10"),
                arguments(
                        "commit { at = interval, every = 1s, spacing = 2s }",
                        COMMIT + "every (1s) must not be less than spacing (2s), the least time between two commits",
                        "fix: every = 2s"),
                arguments(
                        "commit { at = interval, spacing = 6s }",
                        COMMIT + "every (5s) must not be less than spacing (6s), the least time between two commits",
                        "fix: every = 6s"),
                arguments(
                        "mode = at-most-once, commit { at = interval, every-records = 10 }",
                        COMMIT + "at = interval does not go with mode = at-most-once: what is committed ahead is a"
                                + " poll, a partition of it, or a record",
                        "fix: at = poll"),
                arguments(
                        "mode = at-most-once, commit.how = async",
                        COMMIT + "how = async does not go with mode = at-most-once, which commits before it handles,"
                                + " and waits",
                        "fix: remove it"));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void whatDoesNotGoTogetherIsOneError(String delivery, String text, String fix) {
        assertThat(faults(delivery))
                .singleElement()
                .asString()
                .startsWith("error[C11] app.conf:7:")
                .endsWith(" " + text + "\n  " + fix);
    }

    @Test
    void theErrorStandsWhereSomethingIsWritten() {
        assertThat(loading.faults(
                        Loading.goodWith("delivery.commit.at = interval\ndelivery.commit.max-unacknowledged = 10")))
                .singleElement()
                .asString()
                .startsWith("error[C11] app.conf:8:1 ");
    }

    static Stream<Arguments> idle() {
        String auto = "mode = auto, where Kafka's client commits by its own timer";
        String none = "mode = none, which commits nothing";
        String ahead = "mode = at-most-once, which commits before it handles, and waits";
        String atLeastOnce = "mode = at-least-once";
        return Stream.of(
                arguments("", "every = 1s", "at = poll (the default), which commits after every poll", "at = interval"),
                arguments("at = poll", "every = 1s", "at = poll, which commits after every poll", "at = interval"),
                arguments(
                        "at = partition",
                        "every-records = 1",
                        "at = partition, which commits after each partition of a poll",
                        "at = interval"),
                arguments(
                        "at = record", "every = 1s", "at = record, which commits after every record", "at = interval"),
                arguments("at = record", "spacing = 1s", "at = record, where every commit is waited for", "at = poll"),
                arguments(
                        "at = partition, how = sync",
                        "max-unacknowledged = 1",
                        "at = partition, where every commit is waited for",
                        "at = poll"),
                arguments("how = sync", "spacing = 1s", "how = sync, which waits for every commit", "how = async"),
                arguments(
                        "at = interval, how = sync",
                        "max-unacknowledged = 1",
                        "how = sync, which waits for every commit",
                        "how = async"),
                arguments("}, mode = at-most-once, commit {", "spacing = 1s", ahead, atLeastOnce),
                arguments("}, mode = at-most-once, commit {", "max-unacknowledged = 1", ahead, atLeastOnce),
                arguments("}, mode = at-most-once, commit {", "every-records = 1", ahead, atLeastOnce),
                arguments("}, mode = at-most-once, commit {", "every = 1s", ahead, atLeastOnce),
                arguments("}, mode = auto, commit {", "at = poll", auto, atLeastOnce),
                arguments("}, mode = auto, commit {", "how = async", auto, atLeastOnce),
                arguments("}, mode = auto, commit {", "spacing = 1s", auto, atLeastOnce),
                arguments("}, mode = auto, commit {", "max-unacknowledged = 1", auto, atLeastOnce),
                arguments("}, mode = auto, commit {", "every-records = 1", auto, atLeastOnce),
                arguments("}, mode = none, commit {", "at = poll", none, atLeastOnce),
                arguments("}, mode = none, commit {", "how = sync", none, atLeastOnce),
                arguments("}, mode = none, commit {", "spacing = 1s", none, atLeastOnce),
                arguments("}, mode = none, commit {", "max-unacknowledged = 1", none, atLeastOnce),
                arguments("}, mode = none, commit {", "every-records = 1", none, atLeastOnce),
                arguments("}, mode = none, commit {", "every = 1s", none, atLeastOnce),
                arguments("}, mode = none, commit {", "timeout = 1s", none, atLeastOnce),
                arguments("}, mode = none, commit {", "metadata = \"{hots}\"", none, atLeastOnce));
    }

    @ParameterizedTest
    @MethodSource("idle")
    void whatHasNoEffectIsOneError(String decider, String setting, String with, String instead) {
        String key = setting.substring(0, setting.indexOf(' '));

        assertThat(loading.faults(
                        Loading.goodWith("delivery { commit { " + decider + " }\n" + "commit." + setting + "\n}")))
                .containsExactly("error[C10] app.conf:8:1 " + COMMIT + key + " has no effect with " + with
                        + "\n  fix: remove it, or set " + instead);
    }

    @Test
    void withoutCommitsThereIsNothingToDoWhenPartitionsAreRevoked() {
        assertThat(faults("mode = none, revoke-timeout = 10m"))
                .singleElement()
                .asString()
                .contains("millrace.delivery.revoke-timeout has no effect with mode = none");
        assertThat(loading.load(Loading.goodWith("delivery.mode = none\nkafka.max.poll.interval.ms = 10s"))
                        .warnings())
                .isEmpty();
    }

    @Test
    void everyKeyThatHasNoEffectIsTold() {
        assertThat(faults("mode = none, commit { at = interval, how = sync, every = 1s, timeout = 1s }"))
                .hasSize(4)
                .allMatch(text -> text.contains("has no effect with mode = none"));
    }

    @Test
    void whatIsTriedFromOutsideLeavesTheFileAsItIs() {
        assertThat(warnings("commit { at = interval, every-records = 10 }", "delivery.mode=none"))
                .containsExactly(
                        "warning[C10] app.conf:7:21 " + COMMIT
                                + "at has no effect with mode = none, which commits nothing"
                                + "\n  fix: none needed while you try it",
                        "warning[C10] app.conf:7:36 " + COMMIT + "every-records has no effect with mode = none, which"
                                + " commits nothing\n  fix: none needed while you try it");
        assertThat(warnings("commit { how = async, spacing = 1s }", "delivery.commit.how=sync"))
                .hasSize(1);
        assertThat(warnings("commit { at = interval, every = 1s }", "delivery.commit.at=poll"))
                .hasSize(1);
    }

    @Test
    void whatIsSetFromOutsideAndHasNoEffectIsAnError() {
        assertThat(faults("commit.how = sync", "delivery.commit.spacing=1s")).containsExactly("""
            error[C10] -s delivery.commit.spacing millrace.delivery.commit.spacing has no effect with how = sync, which \
            waits for every commit
              fix: remove it, or set how = async\
            """);
        loading.environment(Map.of("MILLRACE_DELIVERY_COMMIT_EVERY", "1s"));
        assertThat(faults("mode = at-most-once"))
                .singleElement()
                .asString()
                .startsWith("error[C10] environment MILLRACE_DELIVERY_COMMIT_EVERY ");
    }

    @Test
    void settingsOfOneCommandLineAreNotOutsideOfEachOther() {
        assertThat(faults("", "delivery.commit.how=sync", "delivery.commit.spacing=1s"))
                .singleElement()
                .asString()
                .startsWith("error[C10] -s delivery.commit.spacing ");
    }

    @Test
    void aFileMayChangeTheWayOfCommittingOfOneThatItIncludes() {
        loading.write("base.conf", "delivery.commit.spacing = 1s\n");

        LoadedConfig loaded = loading.load(Loading.goodWith("include \"base.conf\"\ndelivery.commit.how = sync"));

        assertThat(loading.shown(loaded.warnings()))
                .singleElement()
                .asString()
                .startsWith("warning[C10] base.conf:1:1 ");
    }

    private List<String> warnings(String delivery, String... sets) {
        return loading.shown(loading.load(Loading.goodWith("delivery { " + delivery + " }"), sets)
                .warnings());
    }

    @Test
    void aWordThatCannotBeReadHidesNothingElse() {
        assertThat(faults("mode = at-mots-once, commit.spacing = 1s"))
                .singleElement()
                .asString()
                .endsWith("did you mean at-most-once?");
        assertThat(faults("commit { at = recrod, every = 1s }"))
                .singleElement()
                .asString()
                .endsWith("did you mean record?");
    }

    static Stream<Arguments> texts() {
        String fix = "fix: write {host}, {worker} or {time}";
        return Stream.of(
                arguments("{hots}", ": there is no {hots}", "did you mean {host}?"),
                arguments("{HOST}", ": there is no {HOST}", "did you mean {host}?"),
                arguments("by {topic}", ": there is no {topic}", fix),
                arguments("a {} b", ": there is no {}", fix),
                arguments("on {host", ": the { of \"{host\" is open", fix),
                arguments("{ho{worker}", ": the { of \"{ho{worker…\" is open", fix),
                arguments("{worker {host} at {time}", ": the { of \"{worker {h…\" is open", fix),
                arguments("host}", ": a } closes nothing", fix),
                arguments("x".repeat(201), " has 201 characters, at most 200 are allowed", "fix: shorten it"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aTextBesideTheOffsetThatCannotBeFilledInIsAnError(String text, String report, String fix) {
        assertThat(faults("commit.metadata = \"" + text + "\""))
                .containsExactly("error[C05] app.conf:7:12 " + COMMIT + "metadata" + report + "\n  " + fix);
    }

    @Test
    void everyFaultOfATextIsTold() {
        assertThat(faults("commit.metadata = \"{hots} {wroker} {\"")).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "deployed by CI", "{host} {worker} {time}", "{host}{host}"})
    void anyOtherTextCanStandBesideTheOffset(String text) {
        assertThat(loading.load(Loading.goodWith("delivery.commit.metadata = \"" + text + "\""))
                        .config()
                        .delivery()
                        .commit()
                        .metadata())
                .isEqualTo(text);
        assertThat("x".repeat(MetadataText.MAX_LENGTH))
                .satisfies(longest ->
                        assertThat(faults("commit.metadata = " + longest)).isEmpty());
    }

    @Test
    void theWayOfCommittingFollowsFromWhatACommitFollows() {
        CommitConfig commit = loading.load(Loading.goodWith("delivery.commit { at = interval, every = 2s }"))
                .config()
                .delivery()
                .commit();

        assertThat(commit.effectiveHow()).isEqualTo(CommitConfig.How.ASYNC);
        assertThat(commit.every()).isEqualTo(Duration.ofSeconds(2));
        assertThat(loading.load(Loading.goodWith("delivery.commit.at = partition"))
                        .config()
                        .delivery()
                        .commit()
                        .effectiveHow())
                .isEqualTo(CommitConfig.How.SYNC);
    }
}
