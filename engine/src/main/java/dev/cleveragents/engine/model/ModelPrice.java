package dev.cleveragents.engine.model;

/**
 * What one token costs, by kind.
 *
 * @param cacheRead input that the provider has read from its cache
 * @param cacheWrite input that the provider has written to its cache
 */
public record ModelPrice(Money input, Money cacheRead, Money cacheWrite, Money output) {

  /** What a reply with this usage costs. */
  public Money of(ModelUsage usage) {
    return input
        .times(usage.input())
        .plus(cacheRead.times(usage.cacheRead()))
        .plus(cacheWrite.times(usage.cacheWrite()))
        .plus(output.times(usage.output()));
  }

  /** The most that a request and its reply can cost. */
  public Money atMost(long inputTokens, long outputTokens) {
    Money dearest = cacheWrite.compareTo(input) > 0 ? cacheWrite : input;
    return dearest.times(inputTokens).plus(output.times(outputTokens));
  }
}
