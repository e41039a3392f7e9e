package io.millrace.testkit.ledger;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/** A journal that can be read from its beginning. Any thread. */
public interface JournalSource {
    /** What to call it in a message. */
    String name();

    EventStream open();

    static JournalSource of(Path file) {
        return of(file.getFileName().toString(), file);
    }

    private static JournalSource of(String name, Path file) {
        return new JournalSource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public EventStream open() {
                return new JournalReader(file);
            }
        };
    }

    /** A journal in memory. */
    static JournalSource of(String name, List<JournalEvent> events) {
        return new JournalSource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public EventStream open() {
                Iterator<JournalEvent> left = events.iterator();
                return () -> left.hasNext() ? left.next() : null;
            }
        };
    }
}
