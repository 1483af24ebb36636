package dev.cleveragents.bench.retrieval;

/**
 * A file that was found.
 *
 * @param path the file
 * @param score 0 or more, comparable within one ranking
 * @param tokens how many tokens showing it costs
 */
record Ranked(String path, double score, int tokens) {

  /** Checks the numbers. */
  Ranked {
    if (!(score >= 0) || Double.isInfinite(score) || tokens < 0) {
      throw new IllegalArgumentException(
          "A score and a cost are 0 or more, not %s and %d".formatted(score, tokens));
    }
  }
}
