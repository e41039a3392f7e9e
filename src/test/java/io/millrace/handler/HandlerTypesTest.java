package io.millrace.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Named;
import io.millrace.api.RecordHandler;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

// Public, as what it finds must be.
public class HandlerTypesTest {
    private static final ClassLoader LOADER = HandlerTypesTest.class.getClassLoader();

    /** A handler that does nothing. */
    public abstract static class Abstract implements RecordHandler<String, String> {
        @Override
        public void handle(String key, String value, ConsumerRecord<byte[], byte[]> record) {}
    }

    public static class Nameless extends Abstract {
        record Settings(int size) {}
    }

    public static class Inherits extends Nameless {}

    @Named("count")
    public static class AnotherCount extends Abstract {}

    public static class NoConstructor extends Abstract {
        public NoConstructor(int size) {}
    }

    public static class Fails extends Abstract {
        public Fails() {
            throw new UnsupportedOperationException("on purpose");
        }
    }

    public class Inner extends Abstract {}

    static class Hidden extends Abstract {
        public Hidden() {}
    }

    @Test
    void listed() {
        assertThat(HandlerTypes.names(LOADER)).containsExactly("count", "print");
        assertThat(HandlerTypes.find("count", LOADER)).isEqualTo(CountHandler.class);
        assertThat(HandlerTypes.find("print", LOADER)).isEqualTo(PrintHandler.class);
    }

    @Test
    void byClassName() {
        assertThat(HandlerTypes.find(Nameless.class.getName(), LOADER)).isEqualTo(Nameless.class);
        assertThat(HandlerTypes.create(Nameless.class)).isInstanceOf(Nameless.class);
    }

    @Test
    void listsOfOtherJarsAreRead(@TempDir Path jar) throws IOException {
        try (URLClassLoader loader = withServices(jar, Nameless.class.getName(), AnotherCount.class.getName())) {
            assertThat(HandlerTypes.names(loader)).containsExactly("count", Nameless.class.getName(), "print");
            assertThatThrownBy(() -> HandlerTypes.find("count", loader))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the handler name count is that of several classes: ")
                    .hasMessageContaining(AnotherCount.class.getName())
                    .hasMessageContaining(CountHandler.class.getName());
            assertThat(HandlerTypes.find("print", loader)).isEqualTo(PrintHandler.class);
        }
    }

    @Test
    void brokenListIsTold(@TempDir Path jar) throws IOException {
        try (URLClassLoader loader = withServices(jar, "com.acme.Gone")) {
            assertThatThrownBy(() -> HandlerTypes.names(loader))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("the list of handlers cannot be read: ")
                    .hasMessageContaining("com.acme.Gone");
        }
    }

    private static URLClassLoader withServices(Path jar, String... classNames) throws IOException {
        Path services = Files.createDirectories(jar.resolve("META-INF/services"));
        Files.writeString(services.resolve(RecordHandler.class.getName()), String.join("\n", classNames));
        return new URLClassLoader(new URL[] {jar.toUri().toURL()}, LOADER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cuont|there is no handler cuont; did you mean count?; there are: count, print, or a class name",
                "com.acme.Gone|there is no class com.acme.Gone; is its jar on the class path?",
                "java.lang.String|it does not implement io.millrace.api.RecordHandler",
                "io.millrace.handler.HandlerTypesTest$Abstract|it is abstract or an interface",
                "io.millrace.api.RecordHandler|it is abstract or an interface",
                "io.millrace.handler.HandlerTypesTest$NoConstructor|no public constructor without arguments",
                "io.millrace.handler.HandlerTypesTest$Inner|it is an inner class: make it static",
                "io.millrace.handler.HandlerTypesTest$Hidden|is not public",
            })
    void faultsAreTold(String name, String message) {
        assertThatThrownBy(() -> HandlerTypes.find(name, LOADER))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void failingConstructorIsTold() {
        assertThatThrownBy(() -> HandlerTypes.create(Fails.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the constructor of " + Fails.class.getName() + " failed")
                .hasRootCauseMessage("on purpose");
    }

    @Test
    void settings() {
        assertThat(HandlerTypes.settingsOf(CountHandler.class)).contains(CountHandler.Settings.class);
        assertThat(HandlerTypes.settingsOf(PrintHandler.class)).contains(PrintHandler.Settings.class);
        assertThat(HandlerTypes.settingsOf(Inherits.class)).contains(Nameless.Settings.class);
        assertThat(HandlerTypes.settingsOf(AnotherCount.class)).isEmpty();
    }
}
