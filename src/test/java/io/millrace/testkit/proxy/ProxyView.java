package io.millrace.testkit.proxy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * One user's share of a proxy that several use at a time: the rules that were made here can be removed together, and
 * nobody else's with them. A rule is for the clients it names, so each user names his own. Any thread.
 */
public final class ProxyView {
    private final Traffic traffic;
    private final List<Rule> rules = new CopyOnWriteArrayList<>();

    ProxyView(Traffic traffic) {
        this.traffic = traffic;
    }

    private Rule arm(Rule.Match match, Action action) {
        Rule rule = traffic.arm(match, action);
        rules.add(rule);
        return rule;
    }

    /** Starts a rule for these APIs. */
    public RuleBuilder.Side on(ApiKeys... apis) {
        if (apis.length == 0) {
            throw new IllegalArgumentException("no API; onAny() is for all of them");
        }
        return new RuleBuilder.Side(this::arm, Rule.Match.set(apis));
    }

    /** Starts a rule for every API. */
    public RuleBuilder.Side onAny() {
        return new RuleBuilder.Side(this::arm, Set.of());
    }

    /** Removes every rule that was made here and releases what they hold. */
    public void removeRules() {
        rules.forEach(Rule::remove);
        rules.clear();
    }
}
