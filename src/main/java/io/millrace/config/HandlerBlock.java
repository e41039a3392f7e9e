package io.millrace.config;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the {@code handler} block, whose shape only the handler knows. Used by the loading thread alone. */
final class HandlerBlock {
    static final String PATH = Tree.ROOT + ".handler";

    private static final String TYPE = "type";

    private final Tree tree;
    private final LeafShapes shapes;
    private final Problems problems;
    private Optional<Class<? extends Record>> settings = Optional.empty();

    HandlerBlock(Tree tree, LeafShapes shapes, Problems problems) {
        this.tree = tree;
        this.shapes = shapes;
        this.problems = problems;
    }

    Optional<HandlerConfig> read(ConfigObject block) {
        ConfigValue type = block.get(TYPE);
        if (type == null || type.valueType() == ConfigValueType.NULL || ValueReader.isNested(type)) {
            if (!tree.isBroken(PATH + "." + TYPE)) {
                Place place = type == null ? tree.places().block(PATH) : tree.place(PATH + "." + TYPE, type);
                problems.error(
                        Ids.WRONG_TYPE, place, PATH + ".type must be the name of a handler", "fix: type = count");
            }
            return Optional.empty();
        }
        String name = ValueReader.text(type);
        judge(name, tree.place(PATH + "." + TYPE, type), block);
        return Optional.of(new HandlerConfig(name, shape -> bindAlone(shape, block)));
    }

    /** What the handler declares. */
    Optional<Class<? extends Record>> settings() {
        return settings;
    }

    private void judge(String name, Place place, ConfigObject block) {
        LeafShapes.HandlerShape shape = shapes.handler(name);
        if (shape instanceof LeafShapes.Typed typed) {
            settings = Optional.of(typed.settings());
            bind(typed.settings(), block, problems);
        } else if (shape instanceof LeafShapes.Unknown unknown) {
            if (NotYet.handler(name)) {
                problems.error(
                        Ids.NOT_YET,
                        place,
                        PATH + ".type = " + name + " is not available yet",
                        "fix: use " + String.join(" or ", shapes.handlers()) + ", or a class of your own");
            } else {
                problems.error(Ids.UNKNOWN_LEAF, place, unknownText(name, unknown), unknownFix(name));
            }
        }
    }

    private static String unknownText(String name, LeafShapes.Unknown unknown) {
        return unknown.why().isEmpty() ? "there is no handler \"" + name + "\"" : PATH + ".type: " + unknown.why();
    }

    private String unknownFix(String name) {
        List<String> nearest = Nearest.names(name, shapes.handlers());
        return nearest.isEmpty()
                ? "fix: use " + String.join(" or ", shapes.handlers()) + ", or the name of a class on the class path"
                : Nearest.didYouMean(nearest);
    }

    private <R extends Record> Optional<R> bind(Class<R> shape, ConfigObject block, Problems into) {
        return new RecordBinder(tree, into).bind(shape, PATH, block, Set.of(TYPE));
    }

    private Record bindAlone(Class<? extends Record> shape, ConfigObject block) {
        Problems own = new Problems();
        Optional<? extends Record> bound = bind(shape, block, own);
        own.throwIfErrors();
        return bound.orElseThrow();
    }
}
