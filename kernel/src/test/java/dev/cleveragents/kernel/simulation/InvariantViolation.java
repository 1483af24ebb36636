package dev.cleveragents.kernel.simulation;

import com.google.errorprone.annotations.FormatMethod;
import com.google.errorprone.annotations.FormatString;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** An invariant was violated. */
final class InvariantViolation extends AssertionError {

  @Serial private static final long serialVersionUID = 1L;

  /** What was broken: a seed with a guard taken out must break a rule that guard is there for. */
  enum Rule {
    TRANSITION,
    LEASE,
    FENCE,
    ATTEMPTS,
    CANCEL,
    BEAT_BRINGS_CANCELS,
    EFFECTS,
    KEYS,
    CAPACITY,
    ONE_BODY,
    BEATING_IS_LIVING,
    EVERY_JOB_ENDS,
    RECOVERY,
    ENQUEUED_ONCE,
    FILTER,
    PURGE
  }

  private final Rule rule;

  InvariantViolation(Rule rule, String message) {
    super(rule + ": " + message);
    this.rule = rule;
  }

  Rule rule() {
    return rule;
  }

  /** Throws unless {@code holds}. */
  @FormatMethod
  static void unless(
      boolean holds, Rule rule, @FormatString String message, @Nullable Object... details) {
    if (!holds) {
      throw new InvariantViolation(rule, message.formatted(details));
    }
  }
}
