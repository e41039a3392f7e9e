package io.millrace.config;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Warns of what the library takes without a word though it is seldom meant. Used by the loading thread alone. */
final class FileLints {
    private final Places places;
    private final Problems problems;

    FileLints(Places places, Problems problems) {
        this.places = places;
        this.problems = problems;
    }

    void check(ConfigObject millrace) {
        places.files().forEach(this::checkTwice);
        checkLiterals(Tree.ROOT, millrace);
    }

    private void checkTwice(String file, List<KeyScanner.Entry> entries) {
        Map<String, KeyScanner.Entry> seen = new HashMap<>();
        for (KeyScanner.Entry entry : entries) {
            if (entry.kind() != KeyScanner.Kind.VALUE || !entry.plain()) {
                continue;
            }
            KeyScanner.Entry before = seen.put(entry.path(), entry);
            if (before != null) {
                problems.warning(
                        Ids.WRITTEN_TWICE,
                        new Place(file, entry.line(), entry.column()),
                        entry.path() + " is written twice, also in line " + before.line() + "; the last one counts",
                        "fix: remove one of them");
            }
        }
    }

    private void checkLiterals(String path, ConfigObject block) {
        for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
            String child = path + "." + entry.getKey();
            ConfigValue value = entry.getValue();
            if (value instanceof ConfigObject nested) {
                checkLiterals(child, nested);
            } else if (value instanceof ConfigList list) {
                list.forEach(element -> checkLiteral(child, element));
            } else {
                checkLiteral(child, value);
            }
        }
    }

    private void checkLiteral(String path, ConfigValue value) {
        boolean fromFile = Places.rank(value.origin()) == Places.FILE;
        if (fromFile
                && value.valueType() == ConfigValueType.STRING
                && ValueReader.text(value).contains("${")) {
            problems.warning(
                    Ids.LITERAL_SUBSTITUTION,
                    places.of(path, value.origin()),
                    path + " holds ${ in quotes, where nothing is put in its place",
                    "fix: leave ${…} outside the quotes: ${HOST}\":9092\"");
        }
    }
}
