package dev.cleveragents.context.strategy;

import java.time.Instant;
import java.util.List;

/**
 * An earlier plan on the same project, or an ancestor of the one that asks.
 *
 * @param id what it is called
 * @param goal what it was for
 * @param outcome how it ended, in a few words
 * @param decisions what was decided on the way, each in a sentence
 * @param paths the files it changed
 * @param ended when
 * @param ancestor whether the plan that asks descends from it
 */
public record PastPlan(
    String id,
    String goal,
    String outcome,
    List<String> decisions,
    List<String> paths,
    Instant ended,
    boolean ancestor) {

  /** Takes copies. */
  public PastPlan {
    decisions = List.copyOf(decisions);
    paths = List.copyOf(paths);
  }
}
