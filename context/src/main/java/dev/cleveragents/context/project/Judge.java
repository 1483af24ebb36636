package dev.cleveragents.context.project;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.history.CommitCase;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.ProjectIndex;
import dev.cleveragents.context.index.SyntaxReader;
import dev.cleveragents.context.pipeline.Sources;
import dev.cleveragents.context.quality.JudgedCase;
import dev.cleveragents.context.quality.Ranked;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks every strategy about a commit whose files are known: given the message and the tree before
 * the commit, and nothing that came after, which files does it name?
 */
final class Judge {

  private static final int BUDGET = 16 * 1024;

  private final Git git;
  private final ProjectIndex index;
  private final Finders finders;
  private final Vectors vectors;
  private final SyntaxReader overlays;

  /**
   * @param overlays reads what differs from the indexed tree
   */
  Judge(Git git, ProjectIndex index, Finders finders, Vectors vectors, SyntaxReader overlays) {
    this.git = git;
    this.index = index;
    this.finders = finders;
    this.vectors = vectors;
    this.overlays = overlays;
  }

  /** All that what it finds depends on, but the commit and the options. */
  String how() {
    try (Vectors.Seen near = vectors.see()) {
      return "strategies" + near.version();
    }
  }

  /** What each strategy finds for one commit. */
  JudgedCase judge(CommitCase asked, Options options, CancellationToken token)
      throws InterruptedException {
    Map<String, List<Ranked>> rankings = new HashMap<>();
    ContextRequest request = ContextRequest.about(asked.question(), BUDGET);
    try (IndexSnapshot newest = index.snapshot();
        IndexSnapshot before =
            new Looking(git, newest).at(Sight.of(asked.parent()), overlays, token);
        Vectors.Seen near = vectors.see()) {
      Sources sources = finders.over(before, near, Optional.of(asked.parent()), options);
      for (Strategy strategy : sources.strategies()) {
        if (sources.there().containsAll(strategy.needs())) {
          rankings.put(strategy.name(), ranking(found(strategy, request, token)));
        }
      }
    }
    return new JudgedCase(asked.commit(), new HashSet<>(asked.files()), rankings);
  }

  /** A strategy that fails finds nothing. */
  private static List<ContextFragment> found(
      Strategy strategy, ContextRequest request, CancellationToken token)
      throws InterruptedException {
    token.throwIfCancelled();
    try {
      return strategy.find(request, BUDGET, token);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      token.throwIfCancelled();
      return List.of();
    }
  }

  /** A file is as good as the best that was found in it, and costs what all of that costs. */
  private static List<Ranked> ranking(List<ContextFragment> found) {
    Map<String, Ranked> files = new LinkedHashMap<>();
    for (ContextFragment fragment : found) {
      files.merge(
          fragment.path(),
          new Ranked(fragment.path(), fragment.relevance(), fragment.tokens()),
          (one, other) ->
              new Ranked(
                  one.path(), Math.max(one.score(), other.score()), one.tokens() + other.tokens()));
    }
    return files.values().stream()
        .sorted(Comparator.comparingDouble(Ranked::score).reversed().thenComparing(Ranked::path))
        .toList();
  }
}
