package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.CommitHistory;
import io.millrace.testkit.loops.Protocol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;

/**
 * The group's coordinator: who is a member, who is to own what, and what is committed. A member is known by the client
 * that joined; one that is not heard of for the session's time is put out and not told. One thread.
 */
final class SimGroup {
    private static final class Member {
        long heard;
        int joined = -1;
    }

    private final Protocol protocol;
    private final long sessionNanos;
    private final Random random;
    private final List<TopicPartition> partitions;
    private final Map<SimClient, Member> members = new LinkedHashMap<>();
    private final Map<TopicPartition, SimClient> owners = new HashMap<>();
    private final Map<TopicPartition, SimClient> targets = new HashMap<>();
    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private final CommitHistory history = new CommitHistory(true, 0);
    private int round;

    SimGroup(Protocol protocol, long sessionNanos, Random random, List<TopicPartition> partitions) {
        this.protocol = protocol;
        this.sessionNanos = sessionNanos;
        this.random = random;
        this.partitions = partitions;
    }

    CommitHistory history() {
        return history;
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    boolean knows(SimClient client) {
        return members.containsKey(client);
    }

    void join(SimClient client, long now) {
        Member member = new Member();
        member.heard = now;
        members.put(client, member);
        newRound(false);
    }

    void leave(SimClient client) {
        if (members.remove(client) != null) {
            owners.values().removeIf(client::equals);
            newRound(false);
        }
    }

    void hear(SimClient client, long now) {
        members.get(client).heard = now;
    }

    /** Puts out who was not heard of. */
    void expire(long now) {
        List<SimClient> gone = new ArrayList<>();
        members.forEach((client, member) -> {
            if (now - member.heard > sessionNanos) {
                gone.add(client);
            }
        });
        gone.forEach(this::leave);
    }

    /** A rebalance for whatever reason. */
    void shuffle() {
        newRound(true);
    }

    private void newRound(boolean shuffled) {
        round++;
        targets.clear();
        if (members.isEmpty()) {
            return;
        }
        List<SimClient> clients = new ArrayList<>(members.keySet());
        int quota = (partitions.size() + clients.size() - 1) / clients.size();
        Map<SimClient, Integer> load = new HashMap<>();
        List<TopicPartition> free = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            SimClient owner = owners.get(partition);
            if (!shuffled && owner != null && load.getOrDefault(owner, 0) < quota) {
                take(partition, owner, load);
            } else {
                free.add(partition);
            }
        }
        int at = random.nextInt(clients.size());
        for (TopicPartition partition : free) {
            while (load.getOrDefault(clients.get(at % clients.size()), 0) >= quota) {
                at++;
            }
            take(partition, clients.get(at++ % clients.size()), load);
        }
    }

    private void take(TopicPartition partition, SimClient client, Map<SimClient, Integer> load) {
        targets.put(partition, client);
        load.merge(client, 1, Integer::sum);
    }

    /** What the member must give up before anything else. */
    List<TopicPartition> toRevoke(SimClient client) {
        boolean all = protocol == Protocol.EAGER && members.get(client).joined < round;
        List<TopicPartition> revoked = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            if (client.equals(owners.get(partition)) && (all || !client.equals(targets.get(partition)))) {
                revoked.add(partition);
            }
        }
        return revoked;
    }

    /** The member has given these up and takes part in the round. */
    void joined(SimClient client, List<TopicPartition> released) {
        released.forEach(owners::remove);
        if (members.containsKey(client)) {
            members.get(client).joined = round;
        }
    }

    /** What is the member's now. */
    List<TopicPartition> toAssign(SimClient client) {
        List<TopicPartition> assigned = new ArrayList<>();
        if (members.containsKey(client) && (protocol == Protocol.CONSUMER || isComplete())) {
            for (TopicPartition partition : partitions) {
                if (client.equals(targets.get(partition)) && !owners.containsKey(partition)) {
                    owners.put(partition, client);
                    assigned.add(partition);
                }
            }
        }
        return assigned;
    }

    private boolean isComplete() {
        return members.values().stream().allMatch(member -> member.joined == round);
    }

    /** Why a commit of this client would be refused now, or null. */
    String refusal(SimClient client) {
        Member member = members.get(client);
        if (member == null) {
            return "UNKNOWN_MEMBER_ID";
        }
        boolean between = protocol != Protocol.CONSUMER && member.joined == round && !isComplete();
        return between ? "REBALANCE_IN_PROGRESS" : null;
    }

    void commit(long now, Map<TopicPartition, Long> offsets) {
        for (TopicPartition partition : partitions) {
            Long offset = offsets.get(partition);
            if (offset != null) {
                committed.put(partition, offset);
                history.commit(now, partition, offset, "");
            }
        }
    }

    /** What is committed, or null. */
    Long committed(TopicPartition partition) {
        return committed.get(partition);
    }
}
