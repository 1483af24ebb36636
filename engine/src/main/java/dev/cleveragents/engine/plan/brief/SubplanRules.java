package dev.cleveragents.engine.plan.brief;

/**
 * How the subplans of one plan run.
 *
 * @param maxParallel the most of them that run at once
 * @param failFast whether a failure of one cancels the others
 */
public record SubplanRules(int maxParallel, boolean failFast) {

  /** As many subplans run at once unless the user says otherwise. */
  public static final int STANDARD_PARALLEL = 10;

  /** No more may be asked for. */
  public static final int MOST_PARALLEL = 1000;

  public SubplanRules {
    if (maxParallel < 1 || maxParallel > MOST_PARALLEL) {
      throw new IllegalArgumentException(
          "From 1 to %d subplans can run at once, not %d".formatted(MOST_PARALLEL, maxParallel));
    }
  }
}
