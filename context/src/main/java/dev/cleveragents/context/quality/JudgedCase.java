package dev.cleveragents.context.quality;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A question that several strategies answered and whose answer is known.
 *
 * @param id what it is called
 * @param wanted the files that the answer should have
 * @param rankings what each strategy found, by its name, the best first; what is not there found
 *     nothing
 */
public record JudgedCase(String id, Set<String> wanted, Map<String, List<Ranked>> rankings) {

  /** Takes copies. */
  public JudgedCase {
    wanted = Set.copyOf(wanted);
    Map<String, List<Ranked>> copies = new HashMap<>();
    rankings.forEach((strategy, ranking) -> copies.put(strategy, List.copyOf(ranking)));
    rankings = Map.copyOf(copies);
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("Case " + id + " needs something that is wanted");
    }
  }

  /** What a strategy found. */
  public List<Ranked> ranking(String strategy) {
    return rankings.getOrDefault(strategy, List.of());
  }
}
