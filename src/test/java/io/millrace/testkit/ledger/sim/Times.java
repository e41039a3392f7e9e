package io.millrace.testkit.ledger.sim;

import io.millrace.testkit.ledger.JournalEvent;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Gives an event another time. Stateless. */
final class Times {
    private Times() {}

    static JournalEvent at(JournalEvent event, long time) {
        RecordComponent[] components = event.getClass().getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < values.length; i++) {
                values[i] = components[i].getName().equals("time")
                        ? time
                        : components[i].getAccessor().invoke(event);
            }
            return (JournalEvent) event.getClass().getDeclaredConstructor(types).newInstance(values);
        } catch (NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }
}
