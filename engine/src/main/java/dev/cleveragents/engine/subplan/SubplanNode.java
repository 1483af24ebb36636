package dev.cleveragents.engine.subplan;

import dev.cleveragents.engine.budget.PlanCost;
import dev.cleveragents.engine.plan.lifecycle.PlanStatus;
import dev.cleveragents.workspace.PlanId;
import java.time.Instant;
import java.util.Locale;

/**
 * A subplan in the tree of its root, with what is shown about it.
 *
 * @param depth how many plans are above it, at least 1
 * @param cost of its own calls, without those of its subplans
 */
public record SubplanNode(
    SubplanRow row, PlanId parent, int depth, Figures figures, PlanCost cost) {

  /**
   * Numbers about a subplan.
   *
   * @param moved when it came into its state, which for one that runs is when it began to
   * @param steps how many of its steps are done
   * @param changed how many files it changes; 0 before its end
   */
  public record Figures(Instant created, Instant moved, int steps, int changed) {}

  /** What a user wants to know about the state of a subplan. */
  public enum Standing {
    FAILED,
    /** It waits for an answer, a larger budget or the resolution of conflicts. */
    ASKS,
    RUNNING,
    /** It could run, and waits for a place. */
    QUEUED,
    /** It waits for other subplans. */
    PLANNED,
    PAUSED,
    COMPLETE,
    CANCELLED;

    /** The word for people and programs. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Standing standing() {
    return switch (row.progress()) {
      case FAILED -> Standing.FAILED;
      case COMPLETE -> Standing.COMPLETE;
      case CANCELLED -> Standing.CANCELLED;
      case PLANNED -> Standing.PLANNED;
      case RUNNING -> begun(row.stage());
    };
  }

  private static Standing begun(SubplanRow.Stage stage) {
    if (stage.held()) {
      return Standing.PAUSED;
    }
    return switch (stage.state()) {
      case PROCESSING -> Standing.RUNNING;
      case WAITING -> {
        if (stage.waitsFor() == null) {
          yield Standing.QUEUED;
        }
        yield stage.waitsFor().equals(PlanStatus.SUBPLANS) ? Standing.RUNNING : Standing.ASKS;
      }
      case QUEUED, COMPLETE, ERRORED, CANCELLED, APPLIED, CONSTRAINED -> Standing.QUEUED;
    };
  }
}
