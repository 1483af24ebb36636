package dev.cleveragents.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Ours beside its peers: in every round each of them runs in a fresh process, one right after the
 * other, so that whatever else the machine does hits all alike. What counts is the ratio within a
 * round; shown are the median over the rounds and the smallest and largest.
 *
 * @param title what is compared
 * @param benchmarks the methods, {@code Class.method}, ours first
 * @param threads with how many threads each runs
 */
record PeerComparison(String title, List<String> benchmarks, List<Integer> threads) {

  private static final TimeValue ITERATION = TimeValue.milliseconds(500);

  void print(int rounds) throws RunnerException {
    System.out.printf("%n%s, ns per call, median [min – max] of %d rounds%n%n", title, rounds);
    List<String> names =
        benchmarks.stream().map(each -> each.substring(each.indexOf('.') + 1)).toList();
    List<String> head = new ArrayList<>(List.of("threads"));
    head.addAll(names);
    names.stream().skip(1).forEach(peer -> head.add(names.getFirst() + " / " + peer));
    System.out.println("| " + String.join(" | ", head) + " |");
    System.out.println("| --: ".repeat(head.size()) + "|");
    for (int count : threads) {
      System.out.println("| " + count + " | " + String.join(" | ", cells(rounds, count)) + " |");
    }
  }

  private List<String> cells(int rounds, int threads) throws RunnerException {
    Map<String, double[]> scores = new LinkedHashMap<>();
    benchmarks.forEach(each -> scores.put(each, new double[rounds]));
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, double[]> each : scores.entrySet()) {
        each.getValue()[round] = score(each.getKey(), threads);
      }
    }
    List<String> cells = new ArrayList<>();
    scores.values().forEach(each -> cells.add(spread(each, "%.1f")));
    double[] ours = scores.values().iterator().next();
    scores.values().stream().skip(1).forEach(peer -> cells.add(spread(ratios(ours, peer), "%.2f")));
    return cells;
  }

  private static double score(String benchmark, int threads) throws RunnerException {
    RunResult result =
        new Runner(
                new OptionsBuilder()
                    .include("\\." + benchmark.replace(".", "\\.") + "$")
                    .threads(threads)
                    .forks(1)
                    .warmupIterations(3)
                    .warmupTime(ITERATION)
                    .measurementIterations(3)
                    .measurementTime(ITERATION)
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .runSingle();
    return result.getPrimaryResult().getScore();
  }

  private static double[] ratios(double[] ours, double[] peer) {
    double[] ratios = new double[ours.length];
    for (int i = 0; i < ours.length; i++) {
      ratios[i] = ours[i] / peer[i];
    }
    return ratios;
  }

  private static String spread(double[] values, String format) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (format + " [" + format + " – " + format + "]")
        .formatted(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
  }
}
