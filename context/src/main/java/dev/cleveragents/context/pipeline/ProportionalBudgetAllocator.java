package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.pipeline.execution.BudgetShare;
import dev.cleveragents.context.pipeline.execution.SelectedStrategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stage 2: how many tokens each strategy gets: in proportion to confidence times weight, no more
 * than its cap. The shares add up to the budget exactly, by largest remainders, ties by name,
 * unless the caps of all together are less than it. What a cap leaves goes to the others.
 */
final class ProportionalBudgetAllocator {

  /** Proportions are taken to this grain, so that all is counted in whole numbers. */
  private static final double GRAIN = 1_000_000;

  private final Map<String, Double> caps;

  ProportionalBudgetAllocator(Map<String, Double> caps) {
    this.caps = caps;
  }

  /** The shares in the order of {@code chosen}. */
  List<BudgetShare> allocate(int budget, List<SelectedStrategy> chosen) {
    double most = chosen.stream().mapToDouble(c -> c.confidence() * c.weight()).max().orElse(1);
    Map<String, Integer> tokens = new HashMap<>();
    List<SelectedStrategy> open = new ArrayList<>(chosen);
    int left = budget;
    while (!open.isEmpty()) {
      Map<String, Integer> fair = fair(left, open, most);
      List<SelectedStrategy> over =
          open.stream().filter(c -> fair.getOrDefault(c.name(), 0) > cap(c, budget)).toList();
      if (over.isEmpty()) {
        tokens.putAll(fair);
        break;
      }
      for (SelectedStrategy capped : over) {
        tokens.put(capped.name(), cap(capped, budget));
        left -= cap(capped, budget);
      }
      open.removeAll(over);
    }
    return chosen.stream().map(c -> new BudgetShare(c, tokens.getOrDefault(c.name(), 0))).toList();
  }

  private int cap(SelectedStrategy chosen, int budget) {
    return (int) (caps.getOrDefault(chosen.name(), 1.0) * budget);
  }

  private static Map<String, Integer> fair(int budget, List<SelectedStrategy> chosen, double most) {
    long sum = chosen.stream().mapToLong(c -> parts(c, most)).sum();
    Map<String, Integer> shares = new HashMap<>();
    int left = budget;
    for (SelectedStrategy each : chosen) {
      int share = (int) (budget * parts(each, most) / sum);
      shares.put(each.name(), share);
      left -= share;
    }
    chosen.stream()
        .sorted(
            Comparator.comparingLong((SelectedStrategy c) -> -(budget * parts(c, most) % sum))
                .thenComparing(SelectedStrategy::name))
        .limit(left)
        .forEach(c -> shares.merge(c.name(), 1, Integer::sum));
    return shares;
  }

  private static long parts(SelectedStrategy chosen, double most) {
    return Math.max(1, Math.round(GRAIN * (chosen.confidence() * chosen.weight() / most)));
  }
}
