package dev.cleveragents.context.pipeline;

/**
 * What the parts of a score count for. Only their proportions matter.
 *
 * @param relevance what the strategies say; default .4
 * @param hierarchy being near the focus; default .3
 * @param quality being found by several; default .2
 * @param recency being new; default .1
 * @param size how much a fragment's tokens count against it when room is given out: 1, the default,
 *     is score per token, 0 is by score alone
 */
public record ScoreWeights(
    double relevance, double hierarchy, double quality, double recency, double size) {

  /** The defaults given at each component. */
  public static final ScoreWeights DEFAULT = new ScoreWeights(0.4, 0.3, 0.2, 0.1, 1);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative or no number, or the first four are all 0
   */
  public ScoreWeights {
    double least =
        Math.min(Math.min(relevance, hierarchy), Math.min(Math.min(quality, recency), size));
    double sum = relevance + hierarchy + quality + recency;
    if (!(least >= 0) || !(sum > 0) || Double.isInfinite(sum + size)) {
      throw new IllegalArgumentException(
          "The weights of a score are 0 or more, and not all 0: %s, %s, %s, %s; size %s"
              .formatted(relevance, hierarchy, quality, recency, size));
    }
  }

  double sum() {
    return relevance + hierarchy + quality + recency;
  }
}
