package io.millrace.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Random;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static String read(String path, String text) {
        return JsonPath.compile(path).read(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            nullValues = "NULL",
            value = {
                "a|{\"a\":\"x\"}|x",
                "a.b[0]|{\"z\":{\"b\":[9]},\"a\":{\"c\":[[1]],\"b\":[7]}}|7",
                "a[1][0]|{\"a\":[[1],[2]]}|2",
                "[1].a|[0,{\"a\":true}]|true",
                "a|{\"a\":1.50e3}|1.50e3",
                "a|{\"a\":\"é\\n\"}|'é\n'",
                "a|{ \"a\" : { \"b\" : [ 1, 2 ] } , \"c\":0}|{ \"b\" : [ 1, 2 ] }",
                "a|{\"a\":[]}|[]",
                "Cost Total $|{\"Cost Total $\":5}|5",
                "a|{\"a\":1,\"a\":2}|1",
                "a|{\"a\":null}|NULL",
                "b|{\"a\":1}|NULL",
                "a.b|{\"a\":1}|NULL",
                "a[0]|{\"a\":{\"0\":1}}|NULL",
                "a[2]|{\"a\":[1,2]}|NULL",
                "a|[1]|NULL",
                "a|5|NULL",
            })
    void values(String path, String text, String expected) {
        assertThat(read(path, text)).isEqualTo(expected);
    }

    @Test
    void stopsAtTheValue() {
        assertThat(read("a", "{\"a\":1, no more JSON")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{", "{\"a\"", "{\"b\":[1,2", "abc", "{a:1}", "{\"b\":1 \"a\":2}"})
    void badJsonIsRefused(String text) {
        assertThatThrownBy(() -> read("a.b", text))
                .isInstanceOf(SerializationException.class)
                .hasMessageStartingWith("this is no JSON");
    }

    @Test
    void readsAsTheTreeDoes() throws Exception {
        long seed = System.nanoTime();
        System.out.println("JsonPathTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 5_000; round++) {
            JsonNode tree = randomTree(random, 4);
            if (tree.isContainerNode()) {
                String text = round % 2 == 0 ? tree.toString() : tree.toPrettyString();
                followRandomPath(random, tree, text);
            }
        }
    }

    private static JsonNode randomTree(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 3 : 7);
        if (kind >= 5) {
            ArrayNode array = JSON.createArrayNode();
            for (int size = random.nextInt(4); size > 0; size--) {
                array.add(randomTree(random, depth - 1));
            }
            return array;
        }
        if (kind >= 3) {
            ObjectNode object = JSON.createObjectNode();
            for (int size = random.nextInt(4); size > 0; size--) {
                object.set("é" + (char) ('a' + random.nextInt(4)), randomTree(random, depth - 1));
            }
            return object;
        }
        return switch (kind) {
            case 0 -> JSON.getNodeFactory().textNode("{\"\n€" + random.nextInt(10));
            case 1 -> JSON.getNodeFactory().numberNode(random.nextInt());
            default -> JSON.getNodeFactory().nullNode();
        };
    }

    private static void followRandomPath(Random random, JsonNode tree, String text) throws Exception {
        StringBuilder path = new StringBuilder();
        JsonNode at = tree;
        for (int steps = 1 + random.nextInt(4); steps > 0; steps--) {
            if (random.nextBoolean()) {
                int index = random.nextInt(4);
                path.append('[').append(index).append(']');
                at = at.path(index);
            } else {
                String name = "é" + (char) ('a' + random.nextInt(4));
                path.append(path.isEmpty() ? "" : ".").append(name);
                at = at.path(name);
            }
        }
        String found = read(path.toString(), text);
        if (at.isContainerNode()) {
            assertThat(JSON.readTree(found)).as("%s of %s", path, text).isEqualTo(at);
        } else {
            String expected = at.isMissingNode() || at.isNull() ? null : at.asText();
            assertThat(found).as("%s of %s", path, text).isEqualTo(expected);
        }
    }
}
