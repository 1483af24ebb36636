package dev.cleveragents.context.quality;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Looks for weights with which strategies together find more than one of them alone.
 *
 * <p>From the one alone, each other strategy in turn is given each weight of a small grid, and what
 * raises recall@10 on the tuning cases (or, at the same recall, brings what was wanted further up)
 * is kept, until a round changes nothing. Invariant: weights other than the one alone come out only
 * if on the held-out cases, which were not looked at before, the paired interval of the gain in
 * recall@10 is above 0. Deterministic.
 */
public final class WeightFit {

  private static final double[] GRID = {0, 0.05, 0.1, 0.2, 0.4, 0.8};
  private static final int ROUNDS = 4;
  private static final int DRAWS = 2_000;
  private static final long SEED = 6;
  private static final int K = 10;

  /** What a rank counts beside recall: it only decides between equals. */
  private static final double RANKS = 0.001;

  /** With fewer, chance decides. */
  private static final int FEWEST_CASES = 10;

  /**
   * What came out.
   *
   * @param weights by strategy, to be used
   * @param kept whether these are the fitted ones; otherwise they are the one strategy alone
   * @param tried the weights that the tuning cases liked best
   * @param heldOut the figures of each strategy and, as {@value #FUSED}, of what was tried, on the
   *     held-out cases
   * @param gain of what was tried over the one alone, in recall@10 on the held-out cases; all 0 if
   *     there were too few
   * @param why in words for a person
   */
  public record Fitted(
      Map<String, Double> weights,
      boolean kept,
      Map<String, Double> tried,
      Map<String, Figures> heldOut,
      Interval gain,
      String why) {

    /** The name of the joined ranking among the figures. */
    public static final String FUSED = "fused";

    /** Takes copies. */
    public Fitted {
      weights = Map.copyOf(weights);
      tried = Map.copyOf(tried);
      heldOut = Map.copyOf(heldOut);
    }
  }

  private final String alone;

  /** A fit against this strategy alone. */
  public WeightFit(String alone) {
    this.alone = alone;
  }

  /** Fits on some cases and judges by others. */
  public Fitted fit(List<JudgedCase> tuning, List<JudgedCase> heldOut) {
    Map<String, Double> only = Map.of(alone, 1.0);
    if (tuning.size() < FEWEST_CASES || heldOut.size() < FEWEST_CASES) {
      return new Fitted(
          only,
          false,
          only,
          figures(heldOut, only),
          new Interval(0, 0, 0),
          "%d cases to fit on and %d to judge by are too few, %d of each are needed: %s alone"
              .formatted(tuning.size(), heldOut.size(), FEWEST_CASES, alone));
    }
    Map<String, Double> tried = search(tuning);
    Interval gain = Interval.ofGain(recalls(heldOut, tried), recalls(heldOut, only), DRAWS, SEED);
    boolean kept = tried.size() > 1 && gain.isGain();
    return new Fitted(
        kept ? tried : only, kept, tried, figures(heldOut, tried), gain, why(tried, kept, gain));
  }

  private Map<String, Double> search(List<JudgedCase> tuning) {
    TreeSet<String> others = new TreeSet<>();
    tuning.forEach(judged -> others.addAll(judged.rankings().keySet()));
    others.remove(alone);
    Map<String, Double> best = new TreeMap<>(Map.of(alone, 1.0));
    double bestWorth = worth(tuning, best);
    boolean moved = true;
    for (int round = 0; round < ROUNDS && moved; round++) {
      moved = false;
      for (String other : others) {
        for (double weight : GRID) {
          Map<String, Double> next = new TreeMap<>(best);
          next.put(other, weight);
          if (weight == 0) {
            next.remove(other);
          }
          double worth = worth(tuning, next);
          if (worth > bestWorth + 1e-12) {
            best = next;
            bestWorth = worth;
            moved = true;
          }
        }
      }
    }
    return best;
  }

  private static double worth(List<JudgedCase> cases, Map<String, Double> weights) {
    double sum = 0;
    for (JudgedCase judged : cases) {
      List<Ranked> fused = Fusion.fuse(judged, weights);
      sum +=
          Retrieval.recallAt(K, fused, judged.wanted())
              + RANKS * Retrieval.reciprocalRank(fused, judged.wanted());
    }
    return sum / cases.size();
  }

  private static double[] recalls(List<JudgedCase> cases, Map<String, Double> weights) {
    return cases.stream()
        .mapToDouble(it -> Retrieval.recallAt(K, Fusion.fuse(it, weights), it.wanted()))
        .toArray();
  }

  private Map<String, Figures> figures(List<JudgedCase> cases, Map<String, Double> tried) {
    TreeSet<String> strategies = new TreeSet<>(List.of(alone));
    cases.forEach(judged -> strategies.addAll(judged.rankings().keySet()));
    Map<String, Figures> figures = new TreeMap<>();
    for (String strategy : strategies) {
      figures.put(strategy, Figures.of(cases, it -> Fusion.fuse(it, Map.of(strategy, 1.0))));
    }
    figures.put(Fitted.FUSED, Figures.of(cases, it -> Fusion.fuse(it, tried)));
    return figures;
  }

  private String why(Map<String, Double> tried, boolean kept, Interval gain) {
    if (tried.size() == 1) {
      return "No other strategy helped on the cases fitted on: " + alone + " alone";
    }
    return String.format(
        Locale.ROOT,
        kept
            ? "Fitted weights find more than %s alone on cases not fitted on: %s in recall@10"
            : "Fitted weights are not surely better than %1$s alone on cases not fitted on (%2$s in recall@10): %1$s alone",
        alone,
        gain);
  }
}
