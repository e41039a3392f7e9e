package io.millrace.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** From the merged block to the checked records: one load's second half. Used by the loading thread alone. */
final class Binding {
    private final Tree tree;
    private final Problems problems;
    private final LeafShapes shapes;

    Binding(Tree tree, Problems problems, LeafShapes shapes) {
        this.tree = tree;
        this.problems = problems;
        this.shapes = shapes;
    }

    /** @param written where each path is written outside files, the weakest source first */
    LoadedConfig load(Map<String, List<Place>> written) {
        KafkaBlock kafka = new KafkaBlock(tree, problems);
        HandlerBlock handler = new HandlerBlock(tree, shapes, problems);
        RecordBinder binder = new RecordBinder(tree, problems);
        binder.reads(KafkaConfig.class, kafka::read);
        binder.reads(HandlerConfig.class, handler::read);
        Optional<MillraceConfig> config = binder.bind(MillraceConfig.class, Tree.ROOT, tree.root(), Set.of());
        new Rules(tree, binder.bound(), shapes, problems).check();
        new FileLints(tree.places(), problems).check(tree.root());
        problems.throwIfErrors();
        MillraceConfig loaded = config.orElseThrow();
        return new LoadedConfig(loaded, problems.warnings(), new Explanation(tree, written).of(kafka, handler));
    }
}
