package dev.cleveragents.context.project;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.Depth;
import dev.cleveragents.context.NodeId;
import dev.cleveragents.context.Provenance;
import dev.cleveragents.context.code.DepthRenderer;
import dev.cleveragents.context.graph.CodeGraph;
import dev.cleveragents.context.history.HistoryLimits;
import dev.cleveragents.context.history.ProjectHistory;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.pipeline.PipelineSources;
import dev.cleveragents.context.strategy.Arce;
import dev.cleveragents.context.strategy.BreadthDepthNavigator;
import dev.cleveragents.context.strategy.SimpleKeyword;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.context.strategy.TemporalArchaeology;
import dev.cleveragents.exec.git.Git;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;

/**
 * The strategies over one state of a project, and what they have to work with. A strategy whose
 * backend is not there is named in the answer as not asked.
 */
final class ProjectStrategies {

  private final ProjectHistory history;

  ProjectStrategies(Git git, Path state) {
    this.history = new ProjectHistory(git, state.resolve("history"), HistoryLimits.STANDARD);
  }

  /**
   * The strategies over what a view sees.
   *
   * @param commit the commit that led to it; nothing if there is no history
   */
  PipelineSources over(VisibleState visible, Optional<String> commit, AssemblyOptions options) {
    IndexSnapshot snapshot = visible.snapshot();
    ToIntFunction<String> tokens = options.counter()::about;
    CodeGraph graph = new CodeGraph(snapshot);
    Set<Backend> there = EnumSet.of(Backend.TEXT);
    List<Strategy> strategies = new ArrayList<>();
    strategies.add(new SimpleKeyword(snapshot, tokens));
    strategies.add(new BreadthDepthNavigator(graph, tokens));
    if (snapshot.coverage().bySyntax() > 0) {
      there.add(Backend.SYNTAX);
    }
    commit.ifPresent(
        id -> {
          there.add(Backend.HISTORY);
          strategies.add(
              new TemporalArchaeology(history, id, snapshot::text, snapshot::search, tokens));
        });
    strategies.add(new Arce(List.copyOf(strategies), there));
    // What a file imports is looked up once for one answer, however many others are asked about.
    Map<String, Set<String>> imports = new ConcurrentHashMap<>();
    return new PipelineSources(
            strategies,
            there,
            (fragment, depth) -> shown(snapshot, fragment, depth, tokens),
            (path, other) ->
                imports
                    .computeIfAbsent(path, each -> Set.copyOf(graph.imports(each)))
                    .contains(other),
            snapshot.generation() + " " + snapshot.tree())
        .withBeginnings(path -> beginning(snapshot, path, tokens))
        .seen(visible.unseen(), visible.version(), visible.late());
  }

  private static Optional<ContextFragment> beginning(
      IndexSnapshot snapshot, String path, ToIntFunction<String> tokens) {
    return snapshot
        .parsed(path)
        .flatMap(file -> file.chunks().stream().findFirst())
        .flatMap(
            chunk ->
                snapshot
                    .text(path, chunk.lines())
                    .map(
                        text ->
                            new ContextFragment(
                                new NodeId(path, chunk.symbol()),
                                chunk.lines(),
                                Depth.FULL,
                                text,
                                tokens.applyAsInt(text),
                                0,
                                new Provenance(
                                    "beginning", "beginning of the file", Optional.empty()))));
  }

  /** The node of a fragment with less detail, from the parse of its file. */
  private static Optional<ContextFragment> shown(
      IndexSnapshot snapshot, ContextFragment fragment, Depth depth, ToIntFunction<String> tokens) {
    return snapshot
        .text(fragment.path())
        .flatMap(
            text ->
                snapshot
                    .parsed(fragment.path())
                    .flatMap(file -> DepthRenderer.render(fragment.node(), text, file, depth)))
        .map(
            rendered ->
                new ContextFragment(
                    fragment.node(),
                    rendered.lines(),
                    rendered.depth(),
                    rendered.text(),
                    tokens.applyAsInt(rendered.text()),
                    fragment.relevance(),
                    fragment.provenance()));
  }
}
