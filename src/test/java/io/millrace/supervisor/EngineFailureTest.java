package io.millrace.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.Test;

class EngineFailureTest {
    @Test
    void refusedAccessIsFoundBelowOtherCauses() {
        Throwable cause = new IllegalStateException("x", new KafkaException("y", new GroupAuthorizationException("G")));
        EngineFailure failure = EngineFailure.of("worker 3", cause);
        assertThat(failure.kind()).isEqualTo(EngineFailure.Kind.ACCESS);
        assertThat(failure.message()).startsWith("worker 3: ").contains("G").contains("ACLs");
        assertThat(failure.cause()).isSameAs(cause);
        assertThat(EngineFailure.of("x", new SaslAuthenticationException("no")).kind())
                .isEqualTo(EngineFailure.Kind.ACCESS);
    }

    @Test
    void anythingElseHasFailed() {
        EngineFailure failure = EngineFailure.of("worker 3", new IllegalStateException("boom"));
        assertThat(failure.kind()).isEqualTo(EngineFailure.Kind.FAILED);
        assertThat(failure.message()).isEqualTo("worker 3: boom");
    }

    @Test
    void aCauseWithoutAMessageIsNamedByItsType() {
        assertThat(EngineFailure.of("worker 3", new NullPointerException()).message())
                .contains("NullPointerException")
                .doesNotContain("null;")
                .doesNotEndWith(": null");
    }
}
