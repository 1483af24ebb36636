package dev.cleveragents.context.quality;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Means over cases.
 *
 * @param cases how many
 * @param recallAt5 among the first 5 files
 * @param recallAt10 among the first 10
 * @param recallAt20 among the first 20
 * @param recallIn16k in 16,384 tokens
 * @param reciprocalRank of the first file that was wanted
 */
public record Figures(
    int cases,
    double recallAt5,
    double recallAt10,
    double recallAt20,
    double recallIn16k,
    double reciprocalRank) {

  private static final int TOKENS = 16 * 1024;

  /** The figures of a way to rank; all 0 for no case. */
  public static Figures of(List<JudgedCase> cases, Function<JudgedCase, List<Ranked>> rank) {
    List<Answer> answers =
        cases.stream().map(judged -> new Answer(judged, rank.apply(judged))).toList();
    return new Figures(
        cases.size(),
        mean(answers, it -> Retrieval.recallAt(5, it.ranking, it.judged.wanted())),
        mean(answers, it -> Retrieval.recallAt(10, it.ranking, it.judged.wanted())),
        mean(answers, it -> Retrieval.recallAt(20, it.ranking, it.judged.wanted())),
        mean(answers, it -> Retrieval.recallWithin(TOKENS, it.ranking, it.judged.wanted())),
        mean(answers, it -> Retrieval.reciprocalRank(it.ranking, it.judged.wanted())));
  }

  private record Answer(JudgedCase judged, List<Ranked> ranking) {}

  private static double mean(List<Answer> answers, ToDoubleFunction<Answer> figure) {
    return answers.stream().mapToDouble(figure).average().orElse(0);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d cases: recall@5 %.3f, @10 %.3f, @20 %.3f, in 16k tokens %.3f, MRR %.3f",
        cases,
        recallAt5,
        recallAt10,
        recallAt20,
        recallIn16k,
        reciprocalRank);
  }
}
