package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.AssembledContext;
import dev.cleveragents.context.Included;
import java.util.List;
import java.util.Set;

/**
 * How good one answer was.
 *
 * @param at5 recall among the first 5 files, and so on
 * @param in4k recall in 4,096 tokens, and so on
 * @param reciprocalRank of the first file that was wanted
 * @param hunks4k the share of the changed hunks that 4,096 tokens show in full, and so on; not a
 *     number for a ranking, which shows none
 */
record Marks(
    double at5,
    double at10,
    double at20,
    double in4k,
    double in16k,
    double reciprocalRank,
    double hunks4k,
    double hunks16k) {

  /** The budgets in which recall is measured. */
  static final List<Integer> BUDGETS = List.of(4 * 1024, 16 * 1024);

  /** Of a ranking whose files are shown in its order as long as there is room. */
  static Marks of(List<Ranked> ranking, Set<String> wanted) {
    double[] within =
        BUDGETS.stream()
            .mapToDouble(budget -> Retrieval.recallWithin(budget, ranking, wanted))
            .toArray();
    return of(ranking, within, wanted, Double.NaN, Double.NaN);
  }

  /** Of what was really sent, in each of the {@link #BUDGETS}; ranks are those of the last. */
  static Marks ofSent(List<AssembledContext> sent, Set<String> wanted, ChangedHunks changed) {
    return ofSent(sent, "", wanted, changed);
  }

  /** The same without one file, which was known before. */
  static Marks ofSent(
      List<AssembledContext> sent, String known, Set<String> wanted, ChangedHunks changed) {
    double[] within =
        sent.stream()
            .mapToDouble(
                each ->
                    Retrieval.recallWithin(
                        0, each.fragments().stream().map(Marks::shown).toList(), wanted))
            .toArray();
    List<Ranked> ranking =
        sent.getLast().ranking().stream()
            .filter(path -> !path.equals(known))
            .map(path -> new Ranked(path, 0, 0))
            .toList();
    return of(
        ranking,
        within,
        wanted,
        changed.shownInFull(sent.getFirst().fragments()),
        changed.shownInFull(sent.getLast().fragments()));
  }

  private static Ranked shown(Included fragment) {
    return new Ranked(fragment.fragment().path(), 0, 0);
  }

  private static Marks of(
      List<Ranked> ranking, double[] within, Set<String> wanted, double hunks4k, double hunks16k) {
    return new Marks(
        Retrieval.recallAt(5, ranking, wanted),
        Retrieval.recallAt(10, ranking, wanted),
        Retrieval.recallAt(20, ranking, wanted),
        within[0],
        within[1],
        Retrieval.reciprocalRank(ranking, wanted),
        hunks4k,
        hunks16k);
  }
}
