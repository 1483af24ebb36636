package dev.cleveragents.context.project;

import dev.cleveragents.context.history.CommitCase;
import dev.cleveragents.context.history.CommitCases;
import dev.cleveragents.context.history.HistoryView;
import dev.cleveragents.context.history.ProjectHistory;
import dev.cleveragents.context.index.Progress;
import dev.cleveragents.context.pipeline.Weights;
import dev.cleveragents.context.quality.JudgedCase;
import dev.cleveragents.context.quality.WeightFit;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fits weights on a repository's own commits, and keeps them. What is judged is kept as it comes,
 * so that a fit that is cut off goes on where it was.
 */
final class Judging {

  /** What part of the cases, the older ones, weights are fitted on. */
  private static final double TUNING = 0.6;

  private final Git git;
  private final ProjectHistory history;
  private final Judge judge;
  private final Path state;
  private final FittedWeights weights;

  /**
   * @param state the folder in which what comes of it is kept
   */
  Judging(Git git, ProjectHistory history, Judge judge, Path state) {
    this.git = git;
    this.history = history;
    this.judge = judge;
    this.state = state;
    this.weights = new FittedWeights(state.resolve("weights"));
  }

  /** Those that were fitted last; nothing if none were. */
  Optional<Weights> weights() {
    return weights.read();
  }

  /** The commit at which weights were fitted last; nothing if they never were. */
  Optional<String> fittedAt() {
    return weights.commit();
  }

  /** Whether the history has grown enough to fit again, or for the first time. */
  boolean isDue(CancellationToken token) throws InterruptedException {
    return weights.isDue(git, token);
  }

  /**
   * Judges, fits, and keeps what comes of it.
   *
   * @param most how many of the newest commits are looked at
   */
  WeightFit.Fitted fit(int most, Options options, Progress progress, CancellationToken token)
      throws IOException, InterruptedException {
    String tip = Looking.tip(git, token).orElse("HEAD");
    HistoryView view = history.at(tip, token);
    CommitCases.Split cases = CommitCases.split(new CommitCases(git).of(view, most, token), TUNING);
    JudgedCases kept = new JudgedCases(state.resolve("judged"), how(options));
    Map<String, JudgedCase> before = kept.read();
    int tuning = cases.tuning().size();
    int all = tuning + cases.heldOut().size();
    List<JudgedCase> judged = new ArrayList<>();
    for (List<CommitCase> part : List.of(cases.tuning(), cases.heldOut())) {
      for (CommitCase each : part) {
        progress.at(Progress.Phase.JUDGING, judged.size(), all);
        JudgedCase known = before.get(each.commit());
        if (known == null) {
          known = judge.judge(each, options, token);
          kept.add(known);
        }
        judged.add(known);
      }
    }
    WeightFit.Fitted fitted =
        new WeightFit(Weights.SIMPLE_KEYWORD)
            .fit(judged.subList(0, tuning), judged.subList(tuning, all));
    weights.keep(fitted, tip);
    kept.clear();
    return fitted;
  }

  private String how(Options options) {
    return judge.how() + " " + options.counter().tokenizer();
  }
}
