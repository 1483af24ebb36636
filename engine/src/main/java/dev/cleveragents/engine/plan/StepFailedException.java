package dev.cleveragents.engine.plan;

import org.jspecify.annotations.Nullable;

/** A phase cannot go on: what to store of it, and whether trying again by itself may help. */
final class StepFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String category;
  private final boolean passing;
  private final @Nullable String hint;
  private final @Nullable String command;

  StepFailedException(String category, String message, boolean passing, @Nullable String hint) {
    this(category, message, passing, hint, null);
  }

  /**
   * @param command what helps where resuming does not; null where it does
   */
  StepFailedException(
      String category,
      String message,
      boolean passing,
      @Nullable String hint,
      @Nullable String command) {
    super(message);
    this.category = category;
    this.passing = passing;
    this.hint = hint;
    this.command = command;
  }

  String category() {
    return category;
  }

  boolean isPassing() {
    return passing;
  }

  PlanError.Advice advice() {
    return new PlanError.Advice(hint, command);
  }
}
