package dev.cleveragents.engine.plan;

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
 * @param step the step of the merge
 */
public record MergedSubplans(List<String> merged, List<String> leftOut, String why, int step) {

  private static final String QUESTION = "Which results are merged?";

  public MergedSubplans {
    merged = List.copyOf(merged);
    leftOut = List.copyOf(leftOut);
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
      } else if (!each.superseded() && each.choice().question().equals(QUESTION)) {
        rows.stepOf(each.id())
            .filter(step -> step <= upToStep)
            .ifPresent(step -> all.add(read(each.choice(), step)));
      }
    }
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
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
