package dev.cleveragents.bench;

import java.util.Arrays;
import java.util.List;

/**
 * Times that were measured, sorted: the smallest value that a given part of them does not exceed.
 */
public final class Quantiles {

  private final double[] sorted;

  private Quantiles(double[] sorted) {
    this.sorted = sorted;
  }

  /** Of these nanoseconds, in milliseconds. */
  public static Quantiles ofNanos(List<Long> nanos) {
    double[] millis = nanos.stream().mapToDouble(each -> each / 1e6).toArray();
    Arrays.sort(millis);
    return new Quantiles(millis);
  }

  /** 0 for the smallest, 1 for the largest; no number if nothing was measured. */
  public double at(double part) {
    return sorted.length == 0
        ? Double.NaN
        : sorted[Math.clamp((long) Math.ceil(part * sorted.length) - 1, 0, sorted.length - 1)];
  }
}
