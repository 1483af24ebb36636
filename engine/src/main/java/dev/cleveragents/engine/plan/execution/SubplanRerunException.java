package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.plan.brief.PlanBrief.Target;
import dev.cleveragents.workspace.PlanId;
import java.util.List;

/** Ends a stretch of a plan one of whose subplans has to work again, on another base. */
final class SubplanRerunException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient PlanId subplan;
  private final transient List<Target> targets;

  SubplanRerunException(PlanId subplan, List<Target> targets) {
    super("rerun", null, false, false);
    this.subplan = subplan;
    this.targets = List.copyOf(targets);
  }

  PlanId subplan() {
    return subplan;
  }

  /** What it works on, with the merged results of those before it as the base. */
  List<Target> targets() {
    return targets;
  }
}
