package dev.cleveragents.engine.decision;

import dev.cleveragents.kernel.id.Ulid;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A stored decision of a plan.
 *
 * @param parent the decision it follows from; null for the root only
 * @param superseded whether a later correction replaces it
 */
public record Decision(
    Ulid id,
    PlanId plan,
    @Nullable Ulid parent,
    DecisionContent choice,
    boolean superseded,
    Instant at) {

  private static final Set<DecisionType> OF_USERS =
      Set.of(
          DecisionType.USER_INTERVENTION,
          DecisionType.USER_EDIT,
          DecisionType.PARTIAL_KEPT,
          DecisionType.REPLAN,
          DecisionType.CHECKS_WAIVED);

  /**
   * Why the user has waived the checks of a plan; empty if they count. A waiver ends with the next
   * thing that the user decides, for it was given for the work as it was.
   *
   * @param all the decisions of the plan, in their order
   */
  public static Optional<String> waiver(List<Decision> all) {
    return all.stream()
        .filter(it -> !it.superseded() && OF_USERS.contains(it.choice().type()))
        .reduce((_, last) -> last)
        .map(Decision::choice)
        .filter(choice -> choice.type() == DecisionType.CHECKS_WAIVED)
        .map(DecisionContent::rationale);
  }
}
