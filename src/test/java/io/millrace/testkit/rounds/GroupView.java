package io.millrace.testkit.rounds;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;

/** What the group's coordinator says of its members. One thread. */
final class GroupView {
    private static final long TIMEOUT_SECONDS = 20;

    private final Admin admin;
    private final String group;

    GroupView(Admin admin, String group) {
        this.admin = admin;
        this.group = group;
    }

    String name() {
        return group;
    }

    /** Whether other members have each of so many partitions, and none of this client is left. */
    boolean hasMovedOn(String clientId, int partitions) {
        ConsumerGroupDescription now = describe();
        Set<TopicPartition> owned = new HashSet<>();
        for (MemberDescription member : now.members()) {
            if (isOf(member, clientId)) {
                return false;
            }
            owned.addAll(member.assignment().topicPartitions());
        }
        return now.groupState() == GroupState.STABLE && owned.size() == partitions;
    }

    /** Whether no member of this client is left. */
    boolean hasNone(String clientId) {
        return describe().members().stream().noneMatch(member -> isOf(member, clientId));
    }

    /** Whether a member of this client has partitions. */
    boolean isServedBy(String clientId) {
        ConsumerGroupDescription now = describe();
        return now.groupState() == GroupState.STABLE
                && now.members().stream()
                        .anyMatch(member -> isOf(member, clientId)
                                && !member.assignment().topicPartitions().isEmpty());
    }

    private static boolean isOf(MemberDescription member, String clientId) {
        return member.clientId().equals(clientId) || member.clientId().startsWith(clientId + '-');
    }

    private ConsumerGroupDescription describe() {
        try {
            return admin.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            throw new RoundFailure("the group cannot be described: " + e.getCause(), e);
        }
    }
}
