package dev.cleveragents.bench.retrieval;

import dev.cleveragents.bench.Scratch;
import dev.cleveragents.context.quality.Interval;
import dev.cleveragents.context.quality.JudgedCase;
import dev.cleveragents.context.quality.WeightFit;
import dev.cleveragents.context.quality.WeightFit.Fitted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints a table per repository: {@code -Drepo=PATH,PATH -Dcases=N}. Of one repository, weights are
 * fitted on the older half of its cases and all figures are of the newer half. Of several, weights
 * are fitted on the others and the figures are of all cases of the one.
 */
public final class RetrievalFigures {

  private static final int CASES = Integer.getInteger("cases", 200);

  private RetrievalFigures() {}

  /** Measures the repositories that the properties name; says so if they name none. */
  public static void print() throws Exception {
    String repositories = System.getProperty("repo", "");
    if (repositories.isBlank()) {
      System.out.printf("%nRetrieval: say -Drepo=PATH,PATH%n");
      return;
    }
    Map<String, List<Asked>> asked = new LinkedHashMap<>();
    for (String repository : repositories.split(",", -1)) {
      try (Scratch work = Scratch.make("retrieval")) {
        asked.put(repository, new Repository(Path.of(repository), work.folder()).ask(CASES));
      }
    }
    List<Table> tables = new ArrayList<>();
    int number = 0;
    for (String repository : asked.keySet()) {
      number++;
      System.out.printf("%nRetrieval in repository %d, %s%n%n", number, repository);
      tables.add(print(Halves.of(asked, repository)));
    }
    if (tables.size() > 1) {
      printMeans(tables);
    }
  }

  private static Table print(Halves halves) {
    Fitted fitted =
        new WeightFit(Rows.ALONE).fit(judged(halves.tuning()), judged(halves.deciding()));
    List<Asked> reported = halves.reported();
    List<Asked> unnamed = reported.stream().filter(each -> !each.asked().namesAFile()).toList();
    var rows = Rows.of(reported, fitted);
    Table all = new Table(reported, rows);
    System.out.println(all.text("all cases"));
    System.out.println(new Table(unnamed, rows).text("message names no changed file"));
    System.out.printf(
        "Fitted on %d cases and decided by %d: %s. Tried: %s.%n",
        halves.tuning().size(), halves.deciding().size(), fitted.why(), fitted.tried());
    return all;
  }

  private static void printMeans(List<Table> tables) {
    System.out.printf(
        "%nMean over %d repositories of the gain in recall@10 over words alone%n%n"
            + "| | mean | in each |%n| --- | --: | --: |%n",
        tables.size());
    for (String row : tables.getFirst().rows()) {
      List<double[]> gains = tables.stream().map(table -> table.gains(row, Marks::at10)).toList();
      List<String> each =
          gains.stream()
              .map(it -> "%+.3f".formatted(Arrays.stream(it).average().orElse(0)))
              .toList();
      Interval mean = MeanGain.of(gains, Table.DRAWS, Table.SEED);
      System.out.printf("| %s | %s | %s |%n", row, mean, String.join(", ", each));
    }
  }

  private static List<JudgedCase> judged(List<Asked> asked) {
    return asked.stream().map(Asked::judged).toList();
  }
}
