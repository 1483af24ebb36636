package dev.cleveragents.context.project;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.graph.CodeGraph;
import dev.cleveragents.context.history.HistoryLimits;
import dev.cleveragents.context.history.ProjectHistory;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.pipeline.Sources;
import dev.cleveragents.context.strategy.Arce;
import dev.cleveragents.context.strategy.BreadthDepthNavigator;
import dev.cleveragents.context.strategy.PlanDecisionContext;
import dev.cleveragents.context.strategy.SemanticEmbedding;
import dev.cleveragents.context.strategy.SimpleKeyword;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.context.strategy.TemporalArchaeology;
import dev.cleveragents.exec.git.Git;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * The strategies over one state of a project, and what they have to work with. A strategy whose
 * backend is not there is named in the answer as not asked.
 */
final class Finders {

  private final ProjectHistory history;

  Finders(Git git, Path state) {
    this.history = new ProjectHistory(git, state.resolve("history"), HistoryLimits.STANDARD);
  }

  ProjectHistory history() {
    return history;
  }

  /**
   * The strategies over what a view sees.
   *
   * @param vectors those of the project, kept open as long as the snapshot
   * @param commit the commit that led to it; nothing if there is no history
   */
  Sources over(Visible visible, Vectors.Seen vectors, Optional<String> commit, Options options) {
    Options discreet =
        options
            .past()
            .map(past -> options.withPast(() -> past.get().stream().map(visible::told).toList()))
            .orElse(options);
    return over(visible.snapshot(), vectors, commit, discreet)
        .without(visible.unseen(), visible.version())
        .withLate(visible.late());
  }

  /** The same over all of a snapshot. */
  Sources over(
      IndexSnapshot snapshot, Vectors.Seen vectors, Optional<String> commit, Options options) {
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
          strategies.add(new TemporalArchaeology(history, id, snapshot::text, tokens));
        });
    options
        .past()
        .ifPresent(
            past -> {
              there.add(Backend.DECISIONS);
              strategies.add(new PlanDecisionContext(past, tokens));
            });
    vectors
        .there()
        .ifPresent(
            near -> {
              there.add(Backend.VECTORS);
              strategies.add(new SemanticEmbedding(snapshot, near, tokens));
            });
    strategies.add(new Arce(List.copyOf(strategies), there, Arce.MAX_ROUNDS));
    vectors.missing().ifPresent(why -> strategies.add(SemanticEmbedding.absent(why)));
    return new Sources(
        strategies,
        there,
        new Detail(snapshot, tokens),
        new KnownImports(graph),
        snapshot.generation() + " " + snapshot.tree() + vectors.version());
  }
}
