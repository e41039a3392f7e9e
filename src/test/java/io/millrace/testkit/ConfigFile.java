package io.millrace.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Configuration files for tests against the fixture's broker. Stateless. */
public final class ConfigFile {
    private ConfigFile() {}

    /** A file for this topic and group; each further line is HOCON inside the {@code millrace} block. */
    public static String write(Path folder, String topic, String group, String... lines) {
        List<String> text = new ArrayList<>();
        text.add("millrace {");
        text.add("  kafka { bootstrap.servers = \"" + KafkaFixture.kafka().bootstrap() + "\", group.id = " + group
                + " }");
        text.add("  source.topics = [" + topic + "]");
        Arrays.stream(lines).map(line -> "  " + line).forEach(text::add);
        text.add("}");
        try {
            return Files.write(Files.createTempFile(folder, "millrace", ".conf"), text)
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
