package dev.cleveragents.bench.retrieval;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * A mean and where it lies in 95 of 100 draws.
 *
 * @param mean the mean of what was measured
 * @param low 2.5 of 100 draws are below
 * @param high 2.5 of 100 draws are above
 */
record Interval(double mean, double low, double high) {

  /** Of the mean of one figure per case. */
  static Interval ofMean(double[] values, int draws, long seed) {
    if (values.length == 0 || draws < 1) {
      throw new IllegalArgumentException("An interval needs cases and draws");
    }
    Random random = new Random(seed);
    double[] means = new double[draws];
    for (int draw = 0; draw < draws; draw++) {
      double sum = 0;
      for (int i = 0; i < values.length; i++) {
        sum += values[random.nextInt(values.length)];
      }
      means[draw] = sum / values.length;
    }
    Arrays.sort(means);
    return new Interval(
        Arrays.stream(values).average().orElseThrow(),
        means[(int) Math.floor(draws * 0.025)],
        means[(int) Math.min(draws - 1, Math.ceil(draws * 0.975) - 1)]);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%+.3f [%+.3f – %+.3f]", mean, low, high);
  }
}
