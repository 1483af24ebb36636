package dev.cleveragents.context.pipeline;

import dev.cleveragents.context.pipeline.execution.BudgetShare;
import dev.cleveragents.context.pipeline.execution.SelectedStrategy;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stage 2: how many tokens each strategy gets: in proportion to confidence times weight. The shares
 * add up to the budget exactly, by largest remainders, ties by name.
 */
final class ProportionalBudgetAllocator {

  /** Proportions are taken to this grain, so that all is counted in whole numbers. */
  private static final double GRAIN = 1_000_000;

  /** The shares in the order of {@code chosen}. */
  List<BudgetShare> allocate(int budget, List<SelectedStrategy> chosen) {
    double most = chosen.stream().mapToDouble(c -> c.confidence() * c.weight()).max().orElse(1);
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
    return chosen.stream().map(c -> new BudgetShare(c, shares.getOrDefault(c.name(), 0))).toList();
  }

  private static long parts(SelectedStrategy chosen, double most) {
    return Math.max(1, Math.round(GRAIN * (chosen.confidence() * chosen.weight() / most)));
  }
}
