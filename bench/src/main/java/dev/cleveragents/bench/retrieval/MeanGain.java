package dev.cleveragents.bench.retrieval;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The mean over repositories of what is gained in each, and where it lies in 95 of 100 draws. Cases
 * are drawn within their repositories, so that each repository counts alike however many it has.
 */
final class MeanGain {

  private MeanGain() {}

  /**
   * The mean.
   *
   * @param gains of the cases of each repository, none of which may be without a case
   */
  static Interval of(List<double[]> gains, int draws, long seed) {
    Random random = new Random(seed);
    double[] means = new double[draws];
    for (int draw = 0; draw < draws; draw++) {
      double sum = 0;
      for (double[] cases : gains) {
        double drawn = 0;
        for (int i = 0; i < cases.length; i++) {
          drawn += cases[random.nextInt(cases.length)];
        }
        sum += drawn / cases.length;
      }
      means[draw] = sum / gains.size();
    }
    Arrays.sort(means);
    return new Interval(
        gains.stream()
            .mapToDouble(cases -> Arrays.stream(cases).average().orElseThrow())
            .average()
            .orElseThrow(),
        means[(int) (draws * 0.025)],
        means[(int) Math.ceil(draws * 0.975) - 1]);
  }
}
