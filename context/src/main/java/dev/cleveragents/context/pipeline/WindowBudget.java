package dev.cleveragents.context.pipeline;

/**
 * What a model's window leaves for context.
 *
 * @param window the tokens that the model can read and write at once
 * @param response what is kept for its answer
 * @param tools what the definitions of its tools take
 * @param system what the system prompt takes
 * @param skeleton what the parent's skeleton takes
 */
public record WindowBudget(int window, int response, int tools, int system, int skeleton) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public WindowBudget {
    if (Math.min(Math.min(window, response), Math.min(Math.min(tools, system), skeleton)) < 0) {
      throw new IllegalArgumentException(
          "Tokens are 0 or more: window %d, response %d, tools %d, system prompt %d, skeleton %d"
              .formatted(window, response, tools, system, skeleton));
    }
  }

  /** A window of which a quarter is reserved, the default. */
  public static WindowBudget of(int window) {
    return new WindowBudget(window, window / 4, 0, 0, 0);
  }

  /**
   * The tokens that are left for context.
   *
   * @throws IllegalArgumentException if the window is smaller than what is kept of it, which says
   *     what takes how much
   */
  public int context() {
    long left = (long) window - response - tools - system - skeleton;
    if (left < 0) {
      throw new IllegalArgumentException(
          ("The model's window of %d tokens is %d too small for what is kept of it: "
                  + "response %d, tools %d, system prompt %d, skeleton %d. "
                  + "Take a model with a larger window, or keep less")
              .formatted(window, -left, response, tools, system, skeleton));
    }
    return (int) left;
  }
}
