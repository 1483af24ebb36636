package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.Backend;
import dev.cleveragents.context.ContextRequest;
import dev.cleveragents.context.strategy.Strategy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Stage 1: which strategies are asked. All are that have what they need, use one of the required
 * backends if any is required, have a weight above 0 and some confidence; preferred ones count
 * twice. If none is left, the one called {@code simple-keyword} is asked, if it has what it needs.
 * Who is not asked is told with the reason.
 */
final class ConfidenceWeightedSelector {

  private static final double PREFERRED = 2;

  /** What a strategy is taken to be that is asked only because nobody else can answer. */
  private static final double LAST_RESORT = 0.1;

  private final Weights weights;

  ConfidenceWeightedSelector(Weights weights) {
    this.weights = weights;
  }

  /** A strategy that is not asked, and why. */
  record Passed(Strategy strategy, String why) {}

  /** Who is asked and who is not, each in the order in which they were given. */
  record Selection(List<Chosen> chosen, List<Passed> passed) {}

  Selection select(ContextRequest request, List<Strategy> strategies, Set<Backend> there) {
    List<Chosen> chosen = new ArrayList<>();
    List<Passed> passed = new ArrayList<>();
    for (Strategy strategy : strategies) {
      Optional<String> lacks = lacks(strategy, request, there);
      if (lacks.isPresent()) {
        passed.add(new Passed(strategy, lacks.get()));
      } else {
        ask(strategy, request, there, chosen, passed);
      }
    }
    if (chosen.isEmpty()) {
      lastResort(passed, there).ifPresent(chosen::add);
      passed.removeIf(one -> chosen.stream().anyMatch(c -> c.strategy().equals(one.strategy())));
    }
    return new Selection(List.copyOf(chosen), List.copyOf(passed));
  }

  private Optional<String> lacks(Strategy strategy, ContextRequest request, Set<Backend> there) {
    Set<Backend> missing = new TreeSet<>(strategy.needs());
    missing.removeAll(there);
    Set<Backend> required = request.wishes().required();
    if (!missing.isEmpty()) {
      return Optional.of(strategy.lacks(missing));
    }
    if (!required.isEmpty() && Collections.disjoint(strategy.needs(), required)) {
      return Optional.of("it uses none of what is required: " + new TreeSet<>(required));
    }
    return weight(strategy, request) > 0 ? Optional.empty() : Optional.of("its weight is 0");
  }

  private double weight(Strategy strategy, ContextRequest request) {
    boolean preferred = request.wishes().preferred().contains(strategy.name());
    return weights.of(strategy.name()) * (preferred ? PREFERRED : 1);
  }

  /** One that throws is not asked, and harms nobody. */
  private void ask(
      Strategy strategy,
      ContextRequest request,
      Set<Backend> there,
      List<Chosen> chosen,
      List<Passed> passed) {
    try {
      double said = strategy.canHandle(request, there);
      if (said > 0) {
        chosen.add(new Chosen(strategy, Math.min(said, 1), weight(strategy, request)));
      } else {
        passed.add(new Passed(strategy, "it has nothing to say on this"));
      }
    } catch (RuntimeException e) {
      passed.add(new Passed(strategy, "it cannot say whether it can answer: " + e));
    }
  }

  private static Optional<Chosen> lastResort(List<Passed> passed, Set<Backend> there) {
    return passed.stream()
        .map(Passed::strategy)
        .filter(strategy -> strategy.name().equals(Weights.SIMPLE_KEYWORD))
        .filter(strategy -> there.containsAll(strategy.needs()))
        .findFirst()
        .map(strategy -> new Chosen(strategy, LAST_RESORT, 1));
  }
}
