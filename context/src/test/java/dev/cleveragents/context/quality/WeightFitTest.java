package dev.cleveragents.context.quality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cleveragents.context.quality.WeightFit.Fitted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Weights have to earn their place on cases that they were not fitted on. */
class WeightFitTest {

  private static final String BM25 = "simple-keyword";
  private final WeightFit fit = new WeightFit(BM25);

  /**
   * Cases with 40 files, one wanted, which BM25 puts anywhere.
   *
   * @param helpful how often the other strategy knows the wanted file; otherwise it names another
   */
  private static List<JudgedCase> cases(int count, double helpful, long seed) {
    Random random = new Random(seed);
    List<JudgedCase> cases = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String wanted = "f" + random.nextInt(40);
      List<Ranked> words = new ArrayList<>();
      for (int file = 0; file < 40; file++) {
        words.add(new Ranked("f" + file, 1 + random.nextDouble(), 1));
      }
      boolean knows = random.nextDouble() < helpful;
      String other = knows ? wanted : "f" + random.nextInt(40);
      Map<String, List<Ranked>> rankings = new HashMap<>();
      rankings.put(BM25, words);
      rankings.put("helper", List.of(new Ranked(other, 1, 1)));
      cases.add(new JudgedCase("case " + seed + "/" + i, Set.of(wanted), rankings));
    }
    return cases;
  }

  @Test
  void whatHelpsOnHeldOutCasesIsKeptWithItsFigures() {
    Fitted fitted = fit.fit(cases(100, 0.8, 1), cases(100, 0.8, 2));

    assertThat(fitted.kept()).isTrue();
    assertThat(fitted.weights()).containsEntry(BM25, 1.0).containsKey("helper");
    assertThat(fitted.gain().low()).isPositive();
    assertThat(recall(fitted, Fitted.FUSED)).isGreaterThan(recall(fitted, BM25));
    assertThat(fitted.heldOut()).containsOnlyKeys(BM25, "helper", Fitted.FUSED);
    assertThat(fitted.why()).contains("find more than simple-keyword alone");
    assertThat(fit.fit(cases(100, 0.8, 1), cases(100, 0.8, 2))).isEqualTo(fitted);
  }

  @Test
  void whatOnlyHelpedWhereItWasFittedIsNot() {
    Fitted fitted = fit.fit(cases(100, 0.8, 1), cases(100, 0.0, 2));

    assertThat(fitted.kept()).isFalse();
    assertThat(fitted.weights()).isEqualTo(Map.of(BM25, 1.0));
    assertThat(fitted.tried()).containsKey("helper");
    assertThat(fitted.why()).contains("not surely better").endsWith("simple-keyword alone");
  }

  @Test
  void chanceIsSeldomTakenForHelp() {
    int kept = 0;
    for (long seed = 0; seed < 40; seed++) {
      kept += fit.fit(cases(60, 0.0, 100 + seed), cases(60, 0.0, 900 + seed)).kept() ? 1 : 0;
    }
    assertThat(kept).isLessThanOrEqualTo(4);
  }

  @Test
  void whatHelpsNowhereGetsNoWeight() {
    List<JudgedCase> alone =
        cases(30, 0.5, 5).stream()
            .map(it -> new JudgedCase(it.id(), it.wanted(), Map.of(BM25, it.ranking(BM25))))
            .toList();
    Fitted fitted = fit.fit(alone, alone);
    assertThat(fitted.kept()).isFalse();
    assertThat(fitted.why()).startsWith("No other strategy helped");
  }

  @Test
  void fewCasesSayNothing() {
    Fitted fitted = fit.fit(cases(100, 1, 1), cases(9, 1, 2));
    assertThat(fitted.kept()).isFalse();
    assertThat(fitted.weights()).isEqualTo(Map.of(BM25, 1.0));
    assertThat(fitted.why()).contains("9 to judge by are too few");
    assertThat(fit.fit(List.of(), List.of()).kept()).isFalse();
  }

  private static double recall(Fitted fitted, String strategy) {
    return Objects.requireNonNull(fitted.heldOut().get(strategy)).recallAt10();
  }
}
