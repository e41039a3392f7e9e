package io.millrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No value that may be a secret is ever shown: CANARY stands for one. */
class RedactionTest {
    @TempDir
    Path directory;

    @Test
    void theExplanationShowsNoSecret() {
        Loading loading = new Loading(directory)
                .environment(Map.of("MILLRACE_KAFKA_SSL_KEYSTORE_PASSWORD", "CANARY", "PASSWORD", "CANARY"))
                .system("millrace.kafka.ssl.key.password", "CANARY");
        LoadedConfig loaded = loading.load(Loading.goodWith("""
            kafka {
              sasl.jaas.config = "x password=CANARY"
              "sasl.password" = ${PASSWORD}
              ssl.keystore.key = CANARY
              consumer { basic.auth.user.info = "u:CANARY" }
              schema.registry.url = "http://u:CANARY@host"
              acme.unknown = CANARY
              client.rack = shown
              sasl.oauthbearer.jwks.endpoint.url = "https://u:CANARY@host/path"
            }
            handler { type = com.acme.Free, pin = CANARY }
            """), "kafka.ssl.truststore.password=CANARY");

        assertThat(loaded.values().toString()).doesNotContain("CANARY");
        assertThat(loaded.warnings().toString()).doesNotContain("CANARY");
        assertThat(value(loaded, "millrace.kafka.client.rack")).isEqualTo("\"shown\"");
        assertThat(value(loaded, "millrace.kafka.sasl.jaas.config")).isEqualTo(Redaction.HIDDEN);
        assertThat(value(loaded, "millrace.handler.pin")).isEqualTo(Redaction.HIDDEN);
        assertThat(loaded.config().kafka().consumer()).containsEntry("sasl.password", "CANARY");
    }

    private static String value(LoadedConfig loaded, String path) {
        return loaded.values().stream()
                .filter(value -> value.path().equals(path))
                .map(ExplainedValue::shown)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSecretSettingOfAHandlerIsHidden() {
        LoadedConfig loaded = new Loading(directory).load(Loading.goodWith("handler { by = key, pin = 4711 }"));

        assertThat(value(loaded, "millrace.handler.by")).isEqualTo("\"key\"");
        assertThat(value(loaded, "millrace.handler.pin")).isEqualTo(Redaction.HIDDEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "handler.pin = CANARY",
                "kafka.ssl.key.password = [[CANARY]]",
                "kafka.sasl.login.callback.handler.class = CANARY, kafka.sasl.password { x = CANARY }, nmae = 1",
                "kafka.bootstrap.servers = \"u:CANARY@h\"",
                "kafka.bootstrap.servers = \"http://u:CANARY@h\"",
                "password = CANARY",
                "source.password = \"CANARY",
                "kafka.sasl.password = CAN}ARY, CANARY",
                "kafka.sasl.jaas.config = x password=\"CANARY\";",
                "kafka.sasl.password = CANARY:x",
                "kafka.max.poll.interval.ms = {password = CANARY}, nmae = 1",
            })
    void faultsShowNoSecret(String line) {
        List<String> faults = new Loading(directory).faults(Loading.goodWith(line));

        assertThat(faults)
                .isNotEmpty()
                .filteredOn(fault -> !fault.contains("login.callback"))
                .allMatch(fault -> !fault.contains("CANARY"));
    }

    @Test
    void usersOfUrlsAreHidden() {
        assertThat(Redaction.withoutUsers("jdbc:x://u:p@h/d?a=b&password=CANARY"))
                .isEqualTo("jdbc:x://<hidden>@h/d?a=b&password=<hidden>");
    }
}
