package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.OperationException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks a split before anything of it is stored. */
final class SubplanCheck {

  /** More subplans than that are not created for one plan. */
  static final int MOST = 5000;

  private SubplanCheck() {}

  /**
   * Checks names and dependencies.
   *
   * @throws OperationException if there is no subplan or there are too many, if two have the same
   *     name, or if one depends on an unknown one, on itself, or in a circle
   */
  static void require(List<Subplan> subplans) {
    if (subplans.isEmpty()) {
      throw OperationException.invalid("the work is split into no parts");
    }
    if (subplans.size() > MOST) {
      throw OperationException.invalid(
          "the work is split into %,d parts; at most %,d are allowed"
              .formatted(subplans.size(), MOST));
    }
    Map<String, Subplan> byName = new HashMap<>();
    for (Subplan subplan : subplans) {
      if (byName.put(subplan.name(), subplan) != null) {
        throw OperationException.invalid(
            "two parts have the name '%s'; give each its own".formatted(subplan.name()));
      }
    }
    for (Subplan subplan : subplans) {
      for (String needed : subplan.dependsOn()) {
        if (!byName.containsKey(needed)) {
          throw OperationException.invalid(
              "part '%s' depends on '%s', which is no part%s"
                  .formatted(
                      subplan.name(),
                      needed,
                      NameSuggestion.to(needed, List.copyOf(byName.keySet()))
                          .map(" (did you mean '%s'?)"::formatted)
                          .orElse("")));
        }
      }
    }
    requireNoCycle(subplans);
  }

  /** Removes the parts that depend on nothing left, until none is left or a circle is. */
  private static void requireNoCycle(List<Subplan> subplans) {
    Map<String, Integer> open = new HashMap<>();
    Map<String, List<String>> dependents = new HashMap<>();
    for (Subplan subplan : subplans) {
      List<String> needed = subplan.dependsOn().stream().distinct().toList();
      open.put(subplan.name(), needed.size());
      needed.forEach(
          it -> dependents.computeIfAbsent(it, _ -> new ArrayList<>()).add(subplan.name()));
    }
    Deque<String> ready = new ArrayDeque<>();
    open.forEach(
        (name, count) -> {
          if (count == 0) {
            ready.add(name);
          }
        });
    while (!ready.isEmpty()) {
      String done = ready.remove();
      open.remove(done);
      for (String dependent : dependents.getOrDefault(done, List.of())) {
        if (open.merge(dependent, -1, Integer::sum) == 0) {
          ready.add(dependent);
        }
      }
    }
    if (!open.isEmpty()) {
      throw OperationException.invalid(
          "parts depend on each other in a circle: %s"
              .formatted(String.join(", ", open.keySet().stream().sorted().limit(10).toList())));
    }
  }
}
