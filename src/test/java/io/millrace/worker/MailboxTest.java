package io.millrace.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.process.Attention;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MailboxTest {
    private final Attention attention = new Attention();
    private final Mailbox mailbox = new Mailbox(attention);

    @Test
    void commandsRunInTheOrderInWhichTheyWerePosted() {
        List<Integer> ran = new ArrayList<>();
        mailbox.post(loop -> ran.add(1));
        mailbox.post(loop -> ran.add(2));
        mailbox.runAll(null);
        assertThat(ran).containsExactly(1, 2);
        mailbox.runAll(null);
        assertThat(ran).hasSize(2);
    }

    @Test
    void aPostRaisesAttentionUntilItIsRun() {
        assertThat(attention.isRaised()).isFalse();
        mailbox.post(loop -> {});
        assertThat(attention.isRaised()).isTrue();
        assertThat(attention.isStopping()).isFalse();
        mailbox.runAll(null);
        assertThat(attention.isRaised()).isFalse();
    }

    @Test
    void runningTheMailboxLeavesAStopRaised() {
        attention.raise(Attention.STOP);
        mailbox.post(loop -> {});
        mailbox.runAll(null);
        assertThat(attention.isStopping()).isTrue();
    }

    @Test
    void aCommandMayBePostedAgainWhileItRuns() {
        AtomicInteger runs = new AtomicInteger();
        Mailbox.Command[] command = new Mailbox.Command[1];
        command[0] = loop -> {
            if (runs.incrementAndGet() == 1) {
                mailbox.post(command[0]);
            }
        };
        mailbox.post(command[0]);
        mailbox.runAll(null);
        mailbox.runAll(null);
        assertThat(runs).hasValue(2);
    }

    @Test
    void noPostIsMissedWhileTheMailboxIsRun() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        AtomicInteger ran = new AtomicInteger();
        for (int thread = 0; thread < 3; thread++) {
            threads.execute(() -> {
                for (int i = 0; i < 10_000; i++) {
                    mailbox.post(new Mailbox.Command() {
                        @Override
                        public void run(PollLoop loop) {
                            ran.incrementAndGet();
                        }
                    });
                }
            });
        }
        threads.shutdown();
        boolean over = false;
        while (!over || attention.isRaised()) {
            over = threads.awaitTermination(0, TimeUnit.MILLISECONDS);
            if (attention.isRaised()) {
                mailbox.runAll(null);
            }
        }
        assertThat(ran).hasValue(30_000);
    }
}
