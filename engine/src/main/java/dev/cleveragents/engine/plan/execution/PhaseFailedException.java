package dev.cleveragents.engine.plan.execution;

import dev.cleveragents.workspace.NextAction;
import org.jspecify.annotations.Nullable;

/**
 * Ends a phase that cannot continue: the error to store, and whether an automatic retry may help.
 */
final class PhaseFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String category;
  private final boolean passing;
  private final @Nullable String hint;
  private final transient @Nullable NextAction next;

  PhaseFailedException(String category, String message, boolean passing, @Nullable String hint) {
    this(category, message, passing, hint, null);
  }

  /**
   * @param next what helps where resuming does not; null where it does
   */
  PhaseFailedException(
      String category,
      String message,
      boolean passing,
      @Nullable String hint,
      @Nullable NextAction next) {
    super(message);
    this.category = category;
    this.passing = passing;
    this.hint = hint;
    this.next = next;
  }

  String category() {
    return category;
  }

  boolean isPassing() {
    return passing;
  }

  @Nullable String hint() {
    return hint;
  }

  /** What helps where resuming does not; null where it does. */
  @Nullable NextAction next() {
    return next;
  }
}
