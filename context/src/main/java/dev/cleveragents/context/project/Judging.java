package dev.cleveragents.context.project;

import dev.cleveragents.context.ContextFragment;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.history.CommitCase;
import dev.cleveragents.context.history.CommitCases;
import dev.cleveragents.context.history.HistoryView;
import dev.cleveragents.context.index.IndexSnapshot;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.index.ProjectIndex;
import dev.cleveragents.context.pipeline.Sources;
import dev.cleveragents.context.pipeline.Weights;
import dev.cleveragents.context.quality.JudgedCase;
import dev.cleveragents.context.quality.Ranked;
import dev.cleveragents.context.quality.WeightFit;
import dev.cleveragents.context.strategy.Strategy;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks every strategy about commits whose files are known: given the message and the tree before
 * the commit, and nothing that came after, which files does it name?
 */
final class Judging {

  /** What part of the cases, the older ones, weights are fitted on. */
  private static final double TUNING = 0.6;

  private static final int BUDGET = 16 * 1024;

  private final Git git;
  private final ProjectIndex index;
  private final Finders finders;
  private final Vectors vectors;
  private final Options options;

  Judging(Git git, ProjectIndex index, Finders finders, Vectors vectors, Options options) {
    this.git = git;
    this.index = index;
    this.finders = finders;
    this.vectors = vectors;
    this.options = options;
  }

  /**
   * Judges and fits.
   *
   * @param tip the commit whose history is looked at
   */
  WeightFit.Fitted fit(String tip, int most, Progress progress, CancellationToken token)
      throws InterruptedException {
    HistoryView view = finders.history().at(tip, token);
    CommitCases.Split cases = CommitCases.split(new CommitCases(git).of(view, most, token), TUNING);
    int all = cases.tuning().size() + cases.heldOut().size();
    List<JudgedCase> judged = new ArrayList<>();
    for (List<CommitCase> part : List.of(cases.tuning(), cases.heldOut())) {
      for (CommitCase each : part) {
        progress.at(Progress.Phase.JUDGING, judged.size(), all);
        judged.add(judge(each, token));
      }
    }
    int tuning = cases.tuning().size();
    return new WeightFit(Weights.SIMPLE_KEYWORD)
        .fit(judged.subList(0, tuning), judged.subList(tuning, all));
  }

  private JudgedCase judge(CommitCase asked, CancellationToken token) throws InterruptedException {
    Map<String, List<Ranked>> rankings = new HashMap<>();
    ContextRequest request = ContextRequest.about(asked.question(), BUDGET);
    try (IndexSnapshot newest = index.snapshot();
        IndexSnapshot before = new Looking(git, newest).at(Sight.of(asked.parent()), token);
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
