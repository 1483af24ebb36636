package dev.cleveragents.bench;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** {@link JobStoreBenchmark} as a table: backlogs down, threads across. */
final class JobFigures {

  private static final int[] THREADS = {1, 4, 16, 64};

  private JobFigures() {}

  static void print() throws RunnerException {
    Map<String, StringBuilder> rows = new LinkedHashMap<>();
    StringBuilder head = new StringBuilder("| backlog |");
    for (int threads : THREADS) {
      head.append(" %d threads |".formatted(threads));
      for (RunResult result : run(threads)) {
        String backlog =
            "%,d %s"
                .formatted(
                    Integer.parseInt(result.getParams().getParam("backlog")),
                    result.getParams().getParam("kind"));
        rows.computeIfAbsent(backlog, name -> new StringBuilder("| " + name + " |"))
            .append(" %,.0f ± %,.0f |".formatted(score(result), error(result)));
      }
    }
    System.out.printf("%nJobs in memory, enqueue → claim → complete, cycles per second%n%n");
    System.out.println(head);
    System.out.println("| --- |" + " --: |".repeat(THREADS.length));
    rows.values().forEach(System.out::println);
  }

  private static Collection<RunResult> run(int threads) throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .include("\\.JobStoreBenchmark\\.")
                .threads(threads)
                .verbosity(VerboseMode.SILENT)
                .build())
        .run();
  }

  private static double score(RunResult result) {
    return result.getPrimaryResult().getScore();
  }

  private static double error(RunResult result) {
    return result.getPrimaryResult().getScoreError();
  }
}
