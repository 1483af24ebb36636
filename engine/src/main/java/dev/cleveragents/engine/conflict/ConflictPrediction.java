package dev.cleveragents.engine.conflict;

import dev.cleveragents.workspace.PlanId;

/**
 * A conflict that two running subplans of one plan are heading for.
 *
 * @param resource where the path is
 * @param lines where in the file the second one changes it, such as {@code lines 10-30}; empty for
 *     the whole file
 * @param first the subplan that is merged first
 * @param second the subplan that would conflict with it
 */
public record ConflictPrediction(
    String resource, String path, String lines, PlanId first, PlanId second) {

  /** The same without its lines, which move while the subplans work. */
  public ConflictPrediction anywhere() {
    return new ConflictPrediction(resource, path, "", first, second);
  }
}
