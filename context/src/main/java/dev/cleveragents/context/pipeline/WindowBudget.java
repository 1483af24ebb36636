package dev.cleveragents.context.pipeline;

/**
 * What a model's window leaves for context.
 *
 * @param window the tokens that the model can read and write at once
 * @param reserve what is kept for its answer and for the other parts of its prompt
 */
public record WindowBudget(int window, int reserve) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative, or the reserve is larger than the window
   */
  public WindowBudget {
    if (Math.min(window, reserve) < 0) {
      throw new IllegalArgumentException(
          "Tokens are 0 or more: window %d, reserve %d".formatted(window, reserve));
    }
    if (reserve > window) {
      throw new IllegalArgumentException(
          ("The model's window of %d tokens is %d too small for the reserve of %d. "
                  + "Take a model with a larger window, or reserve less")
              .formatted(window, reserve - window, reserve));
    }
  }

  /** A window of which a quarter is reserved, the default. */
  public static WindowBudget of(int window) {
    return new WindowBudget(window, window / 4);
  }

  /** The tokens that are left for context. */
  public int context() {
    return window - reserve;
  }
}
