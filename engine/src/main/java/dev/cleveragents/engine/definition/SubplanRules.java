package dev.cleveragents.engine.definition;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the subplans of a plan run and how their results are merged.
 *
 * @param maxParallel how many run at once; the rest queue
 * @param failFast whether one failure cancels the others
 * @param partial whether the results of the others are merged if some have failed
 */
public record SubplanRules(
    Mode mode, int maxParallel, Merge merge, boolean failFast, boolean partial, Limits limits) {

  /** As many subplans run at once unless the user says otherwise. */
  public static final int STANDARD_PARALLEL = 10;

  /** No more may be asked for. */
  public static final int MOST_PARALLEL = 1000;

  /** The defaults. */
  public static final SubplanRules STANDARD = new SubplanRules(STANDARD_PARALLEL, false);

  public SubplanRules {
    if (maxParallel < 1 || maxParallel > MOST_PARALLEL) {
      throw new IllegalArgumentException(
          "From 1 to %d subplans can run at once, not %d".formatted(MOST_PARALLEL, maxParallel));
    }
  }

  /** Rules by which a failure keeps all results from being merged. */
  public SubplanRules(Mode mode, int maxParallel, Merge merge, boolean failFast, Limits limits) {
    this(mode, maxParallel, merge, failFast, false, limits);
  }

  /** The defaults, with as many at once. */
  public SubplanRules(int maxParallel, boolean failFast) {
    this(Mode.PARALLEL, maxParallel, Merge.GIT_THREE_WAY, failFast, Limits.STANDARD);
  }

  /** The same in another order. */
  public SubplanRules with(Mode other) {
    return new SubplanRules(other, maxParallel, merge, failFast, partial, limits);
  }

  /** The same merged in another way. */
  public SubplanRules with(Merge other) {
    return new SubplanRules(mode, maxParallel, other, failFast, partial, limits);
  }

  /** The same, where a failure does not keep the results of the others from being merged. */
  public SubplanRules mergingTheRest() {
    return new SubplanRules(mode, maxParallel, merge, failFast, true, limits);
  }

  /** The same with at most as many at once. */
  public SubplanRules atMost(int others) {
    int least = Math.min(maxParallel, others);
    return new SubplanRules(mode, least, merge, failFast, partial, limits);
  }

  /** The order in which they run. */
  public enum Mode {
    /** One after another, each with the results of those before; a failure stops the rest. */
    SEQUENTIAL,
    /** All at once. */
    PARALLEL,
    /** Each as soon as all that it depends on are complete. */
    DEPENDENCY_ORDERED;

    /** The form in YAML. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How their results are merged. */
  public enum Merge {
    /** The user resolves conflicts. */
    GIT_THREE_WAY,
    /** A subplan that conflicts with those before it works again, on their merged results. */
    SEQUENTIAL_APPLY,
    /** A conflict fails the plan. */
    FAIL_ON_CONFLICT,
    /** The last side is taken; the conflict stays on record. */
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
   * @param timeout how long it may take from its first start, with all subplans of its own; null
   *     for no limit
   * @param retry how often a failed one runs again by itself
   * @param depth how deep they may nest
   */
  public record Limits(@Nullable Duration timeout, int retry, int depth) {

    /** No retry may be asked for more often. */
    public static final int MOST_RETRIES = 2;

    /** Subplans nest no deeper. */
    public static final int MOST_DEPTH = 8;

    public static final Limits STANDARD = new Limits(null, 0, MOST_DEPTH);

    public Limits {
      if (retry < 0 || retry > MOST_RETRIES || depth < 1 || depth > MOST_DEPTH) {
        throw new IllegalArgumentException("retry %d, depth %d".formatted(retry, depth));
      }
      if (timeout != null && !timeout.isPositive()) {
        throw new IllegalArgumentException("The timeout must be above zero, is " + timeout);
      }
    }
  }
}
