package dev.cleveragents.engine.plan;

import org.jspecify.annotations.Nullable;

/** A phase cannot go on: what to store of it, and whether trying again by itself may help. */
final class StepFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String category;
  private final boolean passing;
  private final @Nullable String hint;

  StepFailedException(String category, String message, boolean passing, @Nullable String hint) {
    super(message);
    this.category = category;
    this.passing = passing;
    this.hint = hint;
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
}
