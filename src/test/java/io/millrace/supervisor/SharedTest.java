package io.millrace.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedTest {
    private final Shared shared = new Shared();

    @Test
    void thereIsOneOfEachName() throws Exception {
        AtomicInteger made = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<Object>> got = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            got.add(threads.submit(() -> shared.get("pool", () -> {
                made.incrementAndGet();
                return new Object();
            })));
        }
        Set<Object> things = new HashSet<>();
        for (Future<Object> thing : got) {
            things.add(thing.get());
        }
        threads.shutdown();
        assertThat(things).hasSize(1);
        assertThat(made).hasValue(1);
        assertThat(shared.<String>get("other", () -> "text")).isEqualTo("text");
    }

    @Test
    void theLastMadeIsClosedFirstAndOneThatFailsKeepsNoOtherOpen() {
        List<String> closed = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            shared.<AutoCloseable>get(name, () -> () -> {
                closed.add(name);
                if (name.equals("b")) {
                    throw new IllegalStateException("scripted");
                }
            });
        }
        shared.closeAll();
        shared.closeAll();
        assertThat(closed).containsExactly("c", "b", "a");
    }

    @Test
    void anErrorInOneCloseKeepsNoOtherOpen() {
        List<String> closed = new ArrayList<>();
        shared.<AutoCloseable>get("a", () -> () -> closed.add("a"));
        shared.<AutoCloseable>get("b", () -> () -> {
            throw new NoClassDefFoundError("scripted");
        });
        try {
            shared.closeAll();
        } catch (NoClassDefFoundError e) {
            // Telling it is allowed; leaving the rest open is not.
        }
        assertThat(closed).containsExactly("a");
    }
}
