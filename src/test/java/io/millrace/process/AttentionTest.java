package io.millrace.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class AttentionTest {
    private final Attention attention = new Attention();

    @Test
    void inTheBeginningNothingIsAskedFor() {
        assertThat(attention.isRaised()).isFalse();
        assertThat(attention.isStopping()).isFalse();
        assertThat(attention.inHand()).isNull();
    }

    @Test
    void aStopStaysRaised() {
        attention.raise(Attention.STOP);
        attention.raise(Attention.MAIL);
        attention.mailTaken();
        assertThat(attention.isRaised()).isTrue();
        assertThat(attention.isStopping()).isTrue();
    }

    @Test
    void mailIsNoStop() {
        attention.raise(Attention.MAIL);
        assertThat(attention.isRaised()).isTrue();
        assertThat(attention.isStopping()).isFalse();
        attention.mailTaken();
        assertThat(attention.isRaised()).isFalse();
    }

    @Test
    void aRaisedFlagIsSeenByALoopThatDoesNothingElse() throws Exception {
        ExecutorService threads = Executors.newSingleThreadExecutor();
        CountDownLatch looping = new CountDownLatch(1);
        Future<Long> looks = threads.submit(() -> {
            looping.countDown();
            long count = 0;
            while (!attention.isRaised()) {
                count++;
            }
            return count;
        });
        looping.await();
        attention.raise(Attention.STOP);
        assertThat(looks.get(30, TimeUnit.SECONDS)).isNotNegative();
        threads.shutdown();
    }

    @Test
    void theRecordInHandIsTheOneThatWasSet() {
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("t", 0, 0, null, null);
        attention.begin(List.of(record), 0);
        assertThat(attention.inHand()).isSameAs(record);
        attention.begin(null, 0);
        assertThat(attention.inHand()).isNull();
    }
}
