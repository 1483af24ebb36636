package dev.cleveragents.engine.subplan;

import dev.cleveragents.engine.plan.lifecycle.PlanPhase;
import dev.cleveragents.engine.plan.lifecycle.PlanState;
import dev.cleveragents.workspace.PlanId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subplan as its parent sees it.
 *
 * @param number its place in the order of merging, from 1
 * @param started whether it was allowed to start, by a job
 */
public record SubplanRow(
    PlanId id, int number, String name, List<String> dependsOn, boolean started, Stage stage) {

  public SubplanRow {
    dependsOn = List.copyOf(dependsOn);
  }

  /**
   * Where the plan itself is.
   *
   * @param held whether the user has paused it
   * @param waitsFor what it waits for; null if nothing
   */
  public record Stage(PlanPhase phase, PlanState state, boolean held, @Nullable String waitsFor) {}

  /** How far a subplan is. */
  public enum Progress {
    /** It has not started. */
    PLANNED,
    /** It has started and not ended; it may wait for a worker or for the user. */
    RUNNING,
    /** Its result can be merged. */
    COMPLETE,
    FAILED,
    /** It counts no more. */
    CANCELLED
  }

  public Progress progress() {
    return switch (stage.state()) {
      case COMPLETE -> stage.phase() == PlanPhase.EXECUTE ? Progress.COMPLETE : Progress.RUNNING;
      case APPLIED -> Progress.COMPLETE;
      case ERRORED, CONSTRAINED -> Progress.FAILED;
      case CANCELLED -> Progress.CANCELLED;
      case QUEUED, PROCESSING, WAITING -> started ? Progress.RUNNING : Progress.PLANNED;
    };
  }
}
