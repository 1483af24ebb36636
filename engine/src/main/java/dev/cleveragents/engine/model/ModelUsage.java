package dev.cleveragents.engine.model;

/**
 * The tokens of one exchange. The kinds of input do not overlap: their sum is all input.
 *
 * @param input neither read from nor written to the provider's cache
 * @param output with the tokens of reasoning
 */
public record ModelUsage(long input, long cacheRead, long cacheWrite, long output) {

  public static final ModelUsage ZERO = new ModelUsage(0, 0, 0, 0);

  public ModelUsage {
    if (input < 0 || cacheRead < 0 || cacheWrite < 0 || output < 0) {
      throw new IllegalArgumentException("Negative usage");
    }
  }

  public long total() {
    return input + cacheRead + cacheWrite + output;
  }

  public ModelUsage plus(ModelUsage other) {
    return new ModelUsage(
        input + other.input,
        cacheRead + other.cacheRead,
        cacheWrite + other.cacheWrite,
        output + other.output);
  }
}
