package io.millrace.testkit.loops.real;

import io.millrace.testkit.ledger.JournalEvent;
import io.millrace.testkit.ledger.Witnesses;
import io.millrace.testkit.loops.EngineLoop;
import io.millrace.testkit.loops.Failures;
import io.millrace.testkit.witness.CutOff;
import io.millrace.testkit.witness.JournalingConsumer;
import io.millrace.testkit.witness.WorkerJournal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.KafkaException;

/** One life of one worker: a thread with its loop, its consumer and its journal. */
final class LoopWorker {
    /**
     * What all workers of a round have in common.
     *
     * @param topic and the group
     */
    record Setting(String bootstrap, String topic, Path folder, LoopDraw draw, Failures failures) {
        Map<String, Object> settings(String clientId) {
            return RealSettings.of(bootstrap, topic, clientId, draw);
        }
    }

    private final Setting setting;
    private final LoopProcess process;
    private final int number;
    private final String clientId;
    private final RealChance chance;
    private final WorkerJournal journal;
    private final Thread thread;
    private volatile GuardedConsumer guarded;
    private volatile EngineLoop loop;
    private volatile boolean died;
    private volatile Throwable failure;

    LoopWorker(Setting setting, LoopProcess process, int number, int life, long seed) {
        this.setting = setting;
        this.process = process;
        this.number = number;
        String name = process.name() + ".w" + number + "." + life;
        this.clientId = setting.topic() + "-" + name;
        this.chance = new RealChance(seed, setting.failures());
        this.journal = new WorkerJournal(
                setting.folder().resolve(name + Witnesses.JOURNAL), process.name(), number, process.epochs());
        this.thread = new Thread(this::run, clientId);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        RealClient client = null;
        try {
            client = open();
            while (!process.isStopping()) {
                process.point();
                process.operate(loop, client);
                loop.step();
            }
            loop.finish();
            client.close();
            journal.end(JournalEvent.WorkerStop::new);
        } catch (CutOff e) {
            drop();
        } catch (LoopDeath e) {
            die(client, e.getMessage());
        } catch (Throwable e) {
            // The client wraps what its callbacks throw.
            if (!process.isDead()) {
                failure = e;
                died = true;
            }
            drop();
            journal.end(now -> new JournalEvent.WorkerDead(now, e.toString()));
        }
    }

    private RealClient open() {
        guarded = new GuardedConsumer(setting.settings(clientId), RealSettings.COMMIT_WITHIN);
        RealClient client = new RealClient(
                JournalingConsumer.around(guarded.consumer(), journal),
                journal,
                process,
                setting.failures(),
                Duration.ofNanos(setting.draw().slowMicros() * 1000L));
        loop = setting.draw().loop().loop(client, chance);
        client.subscribe(loop, setting.topic());
        return client;
    }

    private void drop() {
        if (guarded != null) {
            try {
                guarded.drop();
            } catch (KafkaException e) {
                // There was no time for it: so much the better.
                return;
            }
        }
    }

    /** The line that says so comes before or after what its close says. */
    private void die(RealClient client, String cause) {
        died = true;
        try {
            if (chance.chance(0.5)) {
                journal.write(new JournalEvent.WorkerDead(System.nanoTime(), cause));
                client.close();
                journal.cut();
            } else {
                client.close();
                journal.end(now -> new JournalEvent.WorkerDead(now, cause));
            }
        } catch (CutOff e) {
            drop();
        }
    }

    /** Its process is dead: its journal ends, and whatever its client waits for. Any thread. */
    void cut() {
        journal.cut();
        GuardedConsumer of = guarded;
        if (of != null) {
            of.wakeup();
        }
    }

    int number() {
        return number;
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    /** Whether it has died of its handler, or of a fault that nobody has planned. */
    boolean hasDied() {
        return died;
    }

    /** A fault that nobody has planned, or null. */
    Throwable failure() {
        return failure;
    }

    /** What its loop says of it, or null while there is no loop. */
    String status() {
        EngineLoop of = loop;
        return of == null ? null : of.status(died);
    }
}
