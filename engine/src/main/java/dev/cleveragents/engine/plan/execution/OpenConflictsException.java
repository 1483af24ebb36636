package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.engine.conflict.PlanConflict;
import java.util.List;

/** Ends a stretch of a plan whose subplans conflict; the last resolution enqueues the next one. */
final class OpenConflictsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<PlanConflict> conflicts;

  OpenConflictsException(List<PlanConflict> conflicts) {
    super("conflicts", null, false, false);
    this.conflicts = List.copyOf(conflicts);
  }

  List<PlanConflict> conflicts() {
    return conflicts;
  }
}
