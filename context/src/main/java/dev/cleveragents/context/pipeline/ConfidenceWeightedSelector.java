package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.pipeline.execution.SelectedStrategy;
import dev.cleveragents.context.strategy.BreadthDepthNavigator;
import dev.cleveragents.context.strategy.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stage 1: which strategies are asked. All are that have what they need, a weight above 0 and some
 * confidence. A preferred strategy counts twice, or 1 if its weight is 0. The code graph counts 1
 * for a request with a focus where there is no history, which otherwise leads on from the focus. If
 * none is left, {@code simple-keyword} is asked, if it has what it needs. Strategies that are not
 * asked are reported with the reason.
 */
final class ConfidenceWeightedSelector {

  private static final double PREFERRED = 2;

  /** What a strategy is taken to be that is asked only because no other can answer. */
  private static final double LAST_RESORT = 0.1;

  private final StrategyWeights weights;

  ConfidenceWeightedSelector(StrategyWeights weights) {
    this.weights = weights;
  }

  /** A strategy that is not asked, and why. */
  record Passed(Strategy strategy, String why) {}

  /**
   * The strategies that are asked and those that are not, each in the order in which they were
   * given.
   */
  record Selection(List<SelectedStrategy> chosen, List<Passed> passed) {}

  Selection select(ContextRequest request, List<Strategy> strategies, Set<Backend> there) {
    List<SelectedStrategy> chosen = new ArrayList<>();
    List<Passed> passed = new ArrayList<>();
    for (Strategy strategy : strategies) {
      double weight = weight(strategy, request, there);
      Set<Backend> missing = new TreeSet<>(strategy.needs());
      missing.removeAll(there);
      try {
        double said =
            missing.isEmpty() && weight > 0 ? strategy.canHandle(request, there) : Double.NaN;
        if (said > 0) {
          chosen.add(new SelectedStrategy(strategy, Math.min(said, 1), weight));
        } else {
          passed.add(
              new Passed(
                  strategy,
                  !missing.isEmpty()
                      ? "it needs what is not there: " + missing
                      : weight > 0
                          ? "it has nothing to say on this"
                          : "off by default; ask for it by name"));
        }
      } catch (RuntimeException e) {
        passed.add(new Passed(strategy, "it cannot say whether it can answer: " + e));
      }
    }
    if (chosen.isEmpty()) {
      lastResort(passed, there).ifPresent(chosen::add);
      passed.removeIf(one -> chosen.stream().anyMatch(c -> c.strategy().equals(one.strategy())));
    }
    return new Selection(List.copyOf(chosen), List.copyOf(passed));
  }

  private double weight(Strategy strategy, ContextRequest request, Set<Backend> there) {
    boolean onlyTheGraphLeadsOn =
        strategy.name().equals(BreadthDepthNavigator.NAME)
            && !request.focus().isEmpty()
            && !there.contains(Backend.HISTORY);
    double weight =
        onlyTheGraphLeadsOn
            ? Math.max(1, weights.of(strategy.name()))
            : weights.of(strategy.name());
    if (!request.wishes().preferred().contains(strategy.name())) {
      return weight;
    }
    return weight > 0 ? weight * PREFERRED : 1;
  }

  private static Optional<SelectedStrategy> lastResort(List<Passed> passed, Set<Backend> there) {
    return passed.stream()
        .map(Passed::strategy)
        .filter(strategy -> strategy.name().equals(StrategyWeights.SIMPLE_KEYWORD))
        .filter(strategy -> there.containsAll(strategy.needs()))
        .findFirst()
        .map(strategy -> new SelectedStrategy(strategy, LAST_RESORT, 1));
  }
}
