package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.history.CommitCase;
import dev.cleveragents.context.quality.Figures;
import dev.cleveragents.context.quality.Fusion;
import dev.cleveragents.context.quality.Interval;
import dev.cleveragents.context.quality.JudgedCase;
import dev.cleveragents.context.quality.Ranked;
import dev.cleveragents.context.quality.Retrieval;
import dev.cleveragents.context.quality.WeightFit;
import dev.cleveragents.context.quality.WeightFit.Fitted;
import dev.cleveragents.context.strategy.TemporalArchaeology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Prints a table per repository: {@code -Dretrieval.repos=PATH,PATH -Dretrieval.cases=N}. The older
 * half of a repository's cases is for the fit; all figures are of the newer half.
 */
public final class RetrievalFigures {

  static final String ALONE = "simple-keyword";
  static final String HOT = "hot files";
  static final String GREP = "grep";

  /** Only these are joined; the others are there to be compared with. */
  private static final List<String> STRATEGIES = List.of(ALONE, TemporalArchaeology.NAME);

  private static final int DRAWS = 2_000;
  private static final long SEED = 6;

  private RetrievalFigures() {}

  /** Measures the repositories that the properties name; says so if they name none. */
  public static void print() throws Exception {
    String repositories = System.getProperty("retrieval.repos", "");
    if (repositories.isBlank()) {
      System.out.printf("%nRetrieval: say -Dretrieval.repos=PATH,PATH%n");
      return;
    }
    for (String repository : repositories.split(",", -1)) {
      Path work = Files.createTempDirectory("retrieval");
      Repository.Answers answers =
          new Repository(Path.of(repository), work).ask(Integer.getInteger("retrieval.cases", 200));
      print(Path.of(repository).toAbsolutePath().normalize().getFileName() + "", answers);
    }
  }

  private static void print(String name, Repository.Answers answers) {
    int newer = answers.judged().size() / 2;
    // The newest come first.
    List<JudgedCase> heldOut = answers.judged().subList(0, newer);
    List<JudgedCase> tuning = answers.judged().subList(newer, answers.judged().size());
    Fitted fitted = new WeightFit(ALONE).fit(strategiesOnly(tuning), strategiesOnly(heldOut));
    List<JudgedCase> unnamed = new ArrayList<>();
    for (int i = 0; i < newer; i++) {
      CommitCase asked = answers.cases().get(i);
      if (!asked.namesAFile()) {
        unnamed.add(heldOut.get(i));
      }
    }
    System.out.printf(
        "%nRetrieval in %s: %d cases to fit on, %d judged by, %d of them name no changed file%n%n",
        name, tuning.size(), heldOut.size(), unnamed.size());
    table("all", heldOut, answers, fitted);
    table("no file named", unnamed, answers, fitted);
    System.out.printf("%n%s. Tried: %s%n", fitted.why(), fitted.tried());
  }

  private static void table(
      String which, List<JudgedCase> cases, Repository.Answers answers, Fitted fitted) {
    System.out.printf(
        "| %s | recall@5 | @10 | @20 | in 8k | in 16k | in 32k | MRR | @10 over %s | median ms |%n"
            + "| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |%n",
        which, ALONE);
    rows(fitted).forEach((row, rank) -> row(row, rank, cases, answers));
  }

  private static void row(
      String row,
      Function<JudgedCase, List<Ranked>> rank,
      List<JudgedCase> cases,
      Repository.Answers answers) {
    if (cases.isEmpty()) {
      return;
    }
    Figures figures = Figures.of(cases, rank);
    Interval gain =
        Interval.ofGain(
            recalls(cases, rank),
            recalls(cases, it -> Fusion.fuse(it, Map.of(ALONE, 1.0))),
            DRAWS,
            SEED);
    List<Long> nanos = answers.nanos().getOrDefault(row, List.of());
    System.out.printf(
        Locale.ROOT,
        "| %s | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %s | %s |%n",
        row,
        figures.recallAt5(),
        figures.recallAt10(),
        figures.recallAt20(),
        within(8, cases, rank),
        within(16, cases, rank),
        within(32, cases, rank),
        figures.reciprocalRank(),
        gain,
        nanos.isEmpty() ? "" : Long.toString(median(nanos) / 1_000_000));
  }

  private static Map<String, Function<JudgedCase, List<Ranked>>> rows(Fitted fitted) {
    Map<String, Function<JudgedCase, List<Ranked>>> rows = new LinkedHashMap<>();
    for (String one : List.of(HOT, GREP, ALONE, TemporalArchaeology.NAME)) {
      rows.put(one, it -> Fusion.fuse(it, Map.of(one, 1.0)));
    }
    Map<String, Double> equal = new LinkedHashMap<>();
    STRATEGIES.forEach(strategy -> equal.put(strategy, 1.0));
    rows.put("equal weights", it -> Fusion.fuse(it, equal));
    rows.put("fitted, if kept", it -> Fusion.fuse(it, fitted.weights()));
    rows.put("fitted, kept or not", it -> Fusion.fuse(it, fitted.tried()));
    return rows;
  }

  private static List<JudgedCase> strategiesOnly(List<JudgedCase> cases) {
    List<JudgedCase> only = new ArrayList<>();
    for (JudgedCase judged : cases) {
      Map<String, List<Ranked>> rankings = new LinkedHashMap<>();
      STRATEGIES.forEach(strategy -> rankings.put(strategy, judged.ranking(strategy)));
      only.add(new JudgedCase(judged.id(), judged.wanted(), rankings));
    }
    return only;
  }

  private static double[] recalls(List<JudgedCase> cases, Function<JudgedCase, List<Ranked>> rank) {
    return cases.stream()
        .mapToDouble(it -> Retrieval.recallAt(10, rank.apply(it), it.wanted()))
        .toArray();
  }

  private static double within(
      int thousands, List<JudgedCase> cases, Function<JudgedCase, List<Ranked>> rank) {
    return cases.stream()
        .mapToDouble(it -> Retrieval.recallWithin(thousands * 1024, rank.apply(it), it.wanted()))
        .average()
        .orElse(0);
  }

  private static long median(List<Long> nanos) {
    return nanos.stream().sorted().toList().get(nanos.size() / 2);
  }
}
