package dev.cleveragents.engine.subplan;

import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.subplan.SubplanRow.Progress;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides what happens next to the subplans of one plan. A pure function of their rows, called
 * whenever one of them has ended; there is no scheduler thread and nothing is polled.
 *
 * <ul>
 *   <li>A subplan starts as soon as all that it depends on are complete. How many run at once is
 *       limited when their jobs are claimed, not here.
 *   <li>In sequential order one starts when none runs any more, and none after a failure: the rest
 *       waits until what failed is complete or cancelled.
 *   <li>If one fails and the rules say so, all that have not ended are cancelled.
 *   <li>Their parent continues when none runs and none can start.
 * </ul>
 */
public final class SubplanScheduler {

  private SubplanScheduler() {}

  /**
   * What is to be done.
   *
   * @param starts may run from now on
   * @param cancels are no longer wanted
   * @param over whether the parent continues
   */
  public record Decision(List<SubplanRow> starts, List<SubplanRow> cancels, boolean over) {}

  public static Decision next(SubplanRules rules, List<SubplanRow> subplans) {
    boolean anyRunning = subplans.stream().anyMatch(it -> it.progress() == Progress.RUNNING);
    if (rules.failFast() && subplans.stream().anyMatch(it -> it.progress() == Progress.FAILED)) {
      List<SubplanRow> unwanted =
          subplans.stream()
              .filter(it -> it.progress() == Progress.RUNNING || it.progress() == Progress.PLANNED)
              .toList();
      return new Decision(List.of(), unwanted, !anyRunning);
    }
    Set<String> complete =
        subplans.stream()
            .filter(it -> it.progress() == Progress.COMPLETE)
            .map(SubplanRow::name)
            .collect(Collectors.toSet());
    long most = mostStarts(rules, subplans);
    List<SubplanRow> starts =
        subplans.stream()
            .filter(it -> it.progress() == Progress.PLANNED)
            .filter(it -> complete.containsAll(it.dependsOn()))
            .limit(most)
            .toList();
    return new Decision(starts, List.of(), !anyRunning && starts.isEmpty());
  }

  private static long mostStarts(SubplanRules rules, List<SubplanRow> subplans) {
    if (rules.mode() != SubplanRules.Mode.SEQUENTIAL) {
      return subplans.size();
    }
    boolean blocked =
        subplans.stream()
            .anyMatch(it -> it.progress() == Progress.RUNNING || it.progress() == Progress.FAILED);
    return blocked ? 0 : 1;
  }
}
