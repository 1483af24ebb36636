package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.OperationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks a split before anything of it is stored. */
final class SubplanCheck {

  /** More subplans than that are not created for one plan. */
  static final int MOST = 5000;

  private static final int MOST_NAMED = 10;

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

  private static void requireNoCycle(List<Subplan> subplans) {
    List<Subplan> ordered = inOrder(subplans);
    if (ordered.size() < subplans.size()) {
      throw OperationException.invalid(
          "parts depend on each other in a circle: %s"
              .formatted(
                  subplans.stream()
                      .filter(it -> !ordered.contains(it))
                      .limit(MOST_NAMED)
                      .map(Subplan::name)
                      .collect(Collectors.joining(", "))));
    }
  }

  /**
   * The order of merging: as given, but what a subplan depends on comes before it. Those that
   * depend on each other in a circle are left out.
   */
  static List<Subplan> inOrder(List<Subplan> subplans) {
    Map<String, Subplan> left = new LinkedHashMap<>();
    subplans.forEach(it -> left.put(it.name(), it));
    List<Subplan> ordered = new ArrayList<>();
    for (int before = -1; before < ordered.size(); ) {
      before = ordered.size();
      for (Subplan each : List.copyOf(left.values())) {
        if (each.dependsOn().stream().noneMatch(left::containsKey)) {
          left.remove(each.name());
          ordered.add(each);
        }
      }
    }
    return ordered;
  }
}
