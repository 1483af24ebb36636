package dev.cleveragents.engine.definition;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the subplans of a plan run and how their results are merged.
 *
 * @param maxParallel how many run at once; the rest queue
 * @param failFast whether one failure ends the others
 */
public record SubplanSettings(
    Mode mode, int maxParallel, Merge merge, boolean failFast, Limits limits) {

  /** The defaults. */
  public static final SubplanSettings STANDARD =
      new SubplanSettings(Mode.PARALLEL, 10, Merge.GIT_THREE_WAY, false, new Limits(null, 2, 8));

  /** The order in which they run. */
  public enum Mode {
    SEQUENTIAL,
    PARALLEL,
    DEPENDENCY_ORDERED;

    /** The form in YAML. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How their results are merged. */
  public enum Merge {
    GIT_THREE_WAY,
    SEQUENTIAL_APPLY,
    FAIL_ON_CONFLICT,
    LAST_WINS;

    /** The form in YAML. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Limits of each subplan.
   *
   * @param timeout null for none
   * @param retry how often a failed one is retried
   * @param depth how deep they may nest
   */
  public record Limits(@Nullable Duration timeout, int retry, int depth) {}
}
