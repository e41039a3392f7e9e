package io.millrace.failure;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.process.RecordFailure;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class StopPolicyTest {
    @Test
    void everyFailureStopsAndNamesTheRecord() {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("orders", 3, 42, null, null);
        IllegalStateException cause = new IllegalStateException("no");
        assertThatThrownBy(() -> new StopPolicy().judge(record, cause))
                .isInstanceOf(RecordFailure.class)
                .hasMessageContaining("orders-3@42")
                .hasCause(cause);
    }
}
