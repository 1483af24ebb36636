package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.Included;
import java.util.List;
import java.util.Set;

/**
 * How good one answer was.
 *
 * @param at5 recall among the first 5 files, and so on
 * @param in8k recall in 8,192 tokens, and so on
 * @param reciprocalRank of the first file that was wanted
 * @param lines16k the share of the changed lines that 16,384 tokens show in full; not a number for
 *     a ranking, which shows none
 */
record Marks(
    double at5,
    double at10,
    double at20,
    double in8k,
    double in16k,
    double in32k,
    double reciprocalRank,
    double lines16k) {

  /** The budgets in which recall is measured. */
  static final List<Integer> BUDGETS = List.of(8 * 1024, 16 * 1024, 32 * 1024);

  /** Of a ranking whose files are shown in its order as long as there is room. */
  static Marks of(List<Ranked> ranking, Set<String> wanted) {
    double[] within =
        BUDGETS.stream()
            .mapToDouble(budget -> Retrieval.recallWithin(budget, ranking, wanted))
            .toArray();
    return of(ranking, within, wanted, Double.NaN);
  }

  /** Of what was really sent, in each of the {@link #BUDGETS}; ranks are those of the last. */
  static Marks ofSent(List<AssembledContext> sent, Set<String> wanted, ChangedHunks changed) {
    double[] within =
        sent.stream()
            .mapToDouble(
                each ->
                    Retrieval.recallWithin(
                        0, each.fragments().stream().map(Marks::shown).toList(), wanted))
            .toArray();
    List<Ranked> ranking =
        sent.getLast().ranking().stream().map(path -> new Ranked(path, 0, 0)).toList();
    return of(ranking, within, wanted, changed.shown(sent.get(1).fragments()));
  }

  private static Ranked shown(Included fragment) {
    return new Ranked(fragment.fragment().path(), 0, 0);
  }

  private static Marks of(
      List<Ranked> ranking, double[] within, Set<String> wanted, double lines16k) {
    return new Marks(
        Retrieval.recallAt(5, ranking, wanted),
        Retrieval.recallAt(10, ranking, wanted),
        Retrieval.recallAt(20, ranking, wanted),
        within[0],
        within[1],
        within[2],
        Retrieval.reciprocalRank(ranking, wanted),
        lines16k);
  }
}
