package dev.cleveragents.engine.definition;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the subplans of a plan are run and brought together.
 *
 * @param maxParallel how many run at once; the rest queue
 * @param failFast whether one that fails ends the others
 */
public record SubplanTerms(
    Mode mode, int maxParallel, Merge merge, boolean failFast, Limits limits) {

  /** What holds where nothing is said. */
  public static final SubplanTerms STANDARD =
      new SubplanTerms(Mode.PARALLEL, 10, Merge.GIT_THREE_WAY, false, new Limits(null, 2, 8));

  /** In which order they run. */
  public enum Mode {
    SEQUENTIAL,
    PARALLEL,
    DEPENDENCY_ORDERED;

    /** As it is written in YAML. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How their results become one. */
  public enum Merge {
    GIT_THREE_WAY,
    SEQUENTIAL_APPLY,
    FAIL_ON_CONFLICT,
    LAST_WINS;

    /** As it is written in YAML. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How far they may go.
   *
   * @param timeout of each, or null for none
   * @param retry how often one that failed is tried again
   * @param depth how deep they may nest
   */
  public record Limits(@Nullable Duration timeout, int retry, int depth) {}
}
