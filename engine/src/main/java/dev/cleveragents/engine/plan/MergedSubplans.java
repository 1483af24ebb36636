package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.conflict.PlanConflict;
import dev.cleveragents.engine.decision.Decision;
import dev.cleveragents.engine.decision.DecisionContent;
import dev.cleveragents.engine.decision.DecisionRows;
import dev.cleveragents.engine.decision.DecisionType;
import dev.cleveragents.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which complete subplans are in the files of a plan, as the decision of its last merge says.
 *
 * @param merged their names
 * @param leftOut names of those that are not, because a check fails with them
 * @param why some are left out; empty if none is
 * @param step the last step of the merge
 * @param resolved the conflicts whose choices are in the files too, each with a step of its own
 */
public record MergedSubplans(
    List<String> merged, List<String> leftOut, String why, int step, List<String> resolved) {

  private static final String QUESTION = "Which results are merged?";
  private static final String RESOLUTION = "How is the conflict resolved in ";

  public MergedSubplans {
    merged = List.copyOf(merged);
    leftOut = List.copyOf(leftOut);
    resolved = List.copyOf(resolved);
  }

  /** A merge in which no conflict is resolved yet. */
  public MergedSubplans(List<String> merged, List<String> leftOut, String why, int step) {
    this(merged, leftOut, why, step, List.of());
  }

  /** The decision to put the choice for a conflict into the files. */
  public static DecisionContent resolution(PlanConflict conflict, String chosen, String by) {
    return DecisionContent.of(
        DecisionType.IMPLEMENTATION_CHOICE, RESOLUTION + key(conflict), chosen, "chosen by " + by);
  }

  /** Whether the choice for a conflict is in the files. */
  public boolean has(PlanConflict conflict) {
    return resolved.contains(key(conflict));
  }

  private static String key(PlanConflict conflict) {
    return "%s, %s".formatted(conflict.path(), conflict.resource());
  }

  /** The decision to merge these in this step. */
  public DecisionContent decision() {
    return new DecisionContent(
        DecisionType.IMPLEMENTATION_CHOICE,
        QUESTION,
        String.join("\n", merged),
        leftOut,
        null,
        why.isEmpty() ? "all that are complete" : why);
  }

  /** The last merge among the first steps of a plan; empty if there was none. */
  public static Optional<MergedSubplans> of(Transaction transaction, Plan plan, int upToStep) {
    DecisionRows rows = new DecisionRows(transaction);
    List<MergedSubplans> all = new ArrayList<>();
    for (Decision each : rows.of(plan.id())) {
      if (each.choice().type() == DecisionType.REPLAN) {
        all.clear();
      } else if (!each.superseded() && isOfMerge(each.choice())) {
        rows.stepOf(each.id())
            .filter(step -> step <= upToStep)
            .ifPresent(step -> note(each.choice(), step, all));
      }
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  private static boolean isOfMerge(DecisionContent choice) {
    return choice.question().equals(QUESTION) || choice.question().startsWith(RESOLUTION);
  }

  private static void note(DecisionContent choice, int step, List<MergedSubplans> all) {
    if (choice.question().equals(QUESTION)) {
      all.add(read(choice, step));
    } else if (!all.isEmpty()) {
      MergedSubplans last = all.removeLast();
      List<String> resolved = new ArrayList<>(last.resolved);
      resolved.add(choice.question().substring(RESOLUTION.length()));
      all.add(
          new MergedSubplans(
              last.merged, last.leftOut, last.why, Math.max(step, last.step), resolved));
    }
  }

  private static MergedSubplans read(DecisionContent choice, int step) {
    List<String> leftOut = choice.alternatives();
    return new MergedSubplans(
        List.of(choice.chosen().split("\n")),
        leftOut,
        leftOut.isEmpty() ? "" : choice.rationale(),
        step);
  }

  /** Whether exactly these are complete, merged or left out. */
  public boolean isOf(List<String> complete) {
    return complete.size() == merged.size() + leftOut.size()
        && complete.containsAll(merged)
        && complete.containsAll(leftOut);
  }
}
