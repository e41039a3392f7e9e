package io.millrace.testkit.proxy;

import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Says which frames a fault is for, and with its last call arms it: {@code
 * proxy.on(OFFSET_COMMIT).response().times(2).dropAndCut()}. Without more it takes the first matching frame of any
 * client. Immutable; any thread.
 *
 * <p>A Kafka client takes the answers of a connection only in the order of its requests; an answer that is missing
 * between two others is a fatal error to it, and no network would do that. So what is lost takes the rest with it:
 * either the connection is cut ({@link #dropAndCut}) or nothing more arrives in that direction until the client gives
 * the connection up, after its {@code request.timeout.ms} ({@link #swallow}).
 */
public final class RuleBuilder {
    private static final Pattern ANY_CLIENT = Pattern.compile(".*", Pattern.DOTALL);

    private final Arming arming;
    private final Rule.Match match;

    private RuleBuilder(Arming arming, Rule.Match match) {
        this.arming = arming;
        this.match = match;
    }

    static RuleBuilder of(Arming arming, Set<ApiKeys> apis, Direction direction) {
        return new RuleBuilder(arming, new Rule.Match(apis, direction, ANY_CLIENT, 0, 1));
    }

    /** Which of an API's two frames. */
    public static final class Side {
        private final Arming arming;
        private final Set<ApiKeys> apis;

        Side(Arming arming, Set<ApiKeys> apis) {
            this.arming = arming;
            this.apis = apis;
        }

        /** From the client to the broker: what is done happens before the broker sees it. */
        public RuleBuilder request() {
            return of(arming, apis, Direction.REQUEST);
        }

        /** From the broker to the client: the broker has already done what it was asked. */
        public RuleBuilder response() {
            return of(arming, apis, Direction.RESPONSE);
        }
    }

    /** Only for clients whose whole id matches this regular expression. */
    public RuleBuilder client(String regex) {
        return with(
                new Rule.Match(match.apis(), match.direction(), Pattern.compile(regex), match.skip(), match.times()));
    }

    /** Only the nth matching frame from now on, counted from 1. */
    public RuleBuilder nth(long n) {
        return after(n - 1).times(1);
    }

    /** Lets so many matching frames go by first. */
    public RuleBuilder after(long frames) {
        return with(new Rule.Match(match.apis(), match.direction(), match.clientId(), frames, match.times()));
    }

    /** Takes so many frames, then never again. */
    public RuleBuilder times(long frames) {
        return with(new Rule.Match(match.apis(), match.direction(), match.clientId(), match.skip(), frames));
    }

    /** Takes every frame until the rule is removed. */
    public RuleBuilder always() {
        return times(Long.MAX_VALUE);
    }

    private RuleBuilder with(Rule.Match other) {
        if (other.skip() < 0 || other.times() < 1) {
            throw new IllegalArgumentException("after " + other.skip() + " frames " + other.times() + " times");
        }
        return new RuleBuilder(arming, other);
    }

    /** Changes nothing but counts; other rules may take the same frame. */
    public Rule observe() {
        return observe(frame -> {});
    }

    /**
     * Calls the hook for each frame, before anything is done to it, in the thread of its connection and direction,
     * which waits for the hook. Other rules may take the same frame.
     */
    public Rule observe(Consumer<Frame> hook) {
        return arming.arm(match, Action.observe(hook));
    }

    /**
     * Sends the frame on later. What is behind it in its direction on its connection waits with it, and a delay of its
     * own comes on top; other connections do not wait. A delayed request reaches the broker even where its client has
     * given up, as in a real network.
     */
    public Rule delay(Duration duration) {
        return arming.arm(match, Action.delay(duration));
    }

    /** Keeps the frame, and what is behind it, until {@link Rule#release}: a barrier. */
    public Rule hold() {
        return arming.arm(match, Action.hold());
    }

    /**
     * Loses the frame and whatever follows it in its direction on its connection, without a sign of it: the client
     * waits for its own timeout, then closes the connection. After a response is swallowed, later requests still reach
     * the broker; after a request is swallowed, answers to earlier ones still reach the client.
     */
    public Rule swallow() {
        return arming.arm(match, Action.swallow());
    }

    /**
     * Loses the frame and closes the connection on both sides before it is sent on: the client hears at once. On a
     * response: done, answer lost. On a request: never arrived.
     */
    public Rule dropAndCut() {
        return arming.arm(match, Action.dropAndCut());
    }

    /**
     * Sends the frame on, then closes the connection. On a request: the broker handles it, perhaps after the client
     * knows of the cut, and the answer is lost; where it must be handled before, take {@link #dropAndCut} of the
     * response.
     */
    public Rule cutAfter() {
        return arming.arm(match, Action.cutAfter());
    }

    /** Sends only the frame's first bytes, the four of its size included, then closes the connection on both sides. */
    public Rule cutInside(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("cut after " + bytes + " bytes");
        }
        return arming.arm(match, Action.cutInside(bytes));
    }

    /** Sends a request twice; the client sees the first answer. Not for requests that the broker does not answer. */
    public Rule duplicate() {
        if (match.direction() != Direction.REQUEST) {
            throw new IllegalStateException("only a request can be sent twice: no client takes a second answer");
        }
        return arming.arm(match, Action.duplicate());
    }

    /** Sends the frame on bit by bit, ten times a second. */
    public Rule throttle(int bytesPerSecond) {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException(bytesPerSecond + " bytes per second");
        }
        return arming.arm(match, Action.throttle(bytesPerSecond));
    }
}
