package dev.cleveragents.bench.retrieval;

import dev.cleveragents.bench.TemporaryFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/**
 * Prints a table per repository, {@code -Drepo=PATH,PATH -Dcases=N}: recall of each strategy, of
 * simple baselines and of whole answers, over its newest N cases; of whole answers also the share
 * of changed hunks that they show in full. With {@code -Danswers.only=true} of whole answers only.
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
      try (TemporaryFolder work = TemporaryFolder.make("retrieval")) {
        asked.put(
            repository, new MeasuredRepository(Path.of(repository), work.folder()).ask(CASES));
      }
    }
    List<Table> tables = new ArrayList<>();
    int number = 0;
    for (Map.Entry<String, List<Asked>> each : asked.entrySet()) {
      number++;
      System.out.printf("%nRetrieval in repository %d, %s%n%n", number, each.getKey());
      tables.add(print(each.getValue()));
    }
    if (tables.size() > 1) {
      printMeans(tables);
    }
  }

  private static Table print(List<Asked> asked) {
    List<Asked> unnamed = asked.stream().filter(each -> !each.asked().namesAFile()).toList();
    var rows = Rows.of(asked);
    Table all = new Table(asked, rows);
    System.out.println(all.text("all cases"));
    System.out.println(new Table(unnamed, rows).text("message names no changed file"));
    System.out.println(new Table(asked.subList(0, asked.size() / 2), whole()).text("older half"));
    System.out.println(
        new Table(asked.subList(asked.size() / 2, asked.size()), whole()).text("newer half"));
    List<Asked> focused =
        asked.stream().filter(each -> each.marks().containsKey(Questioner.FOCUS)).toList();
    System.out.println(new Table(focused, Rows.focused()).text("one changed file is the focus"));
    return all;
  }

  private static SequencedSet<String> whole() {
    return new LinkedHashSet<>(Questioner.WHOLE);
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
}
