package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.PartGraph;
import dev.cleveragents.engine.definition.SubplanRules;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.OperationException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Checks a split before anything of it is stored. */
final class SubplanCheck {

  /** More subplans than that are not created for one plan. */
  static final int MOST = 5000;

  private SubplanCheck() {}

  /**
   * Checks names and dependencies.
   *
   * @throws OperationException if there is no subplan or there are too many, if two have the same
   *     name, if one depends on an unknown one, on itself, or in a circle, or if they nest too deep
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
    for (PartGraph.Problem problem : graph(subplans).problems()) {
      throw OperationException.invalid(problem.text());
    }
    requireLevels(subplans, 1);
  }

  private static void requireLevels(List<Subplan> subplans, int level) {
    requireLevel(level, SubplanRules.Limits.MOST_DEPTH);
    for (Subplan each : subplans) {
      if (each.work() instanceof Work.BySubplans deeper) {
        requireLevels(deeper.subplans(), level + 1);
      }
    }
  }

  /**
   * Refuses subplans that nest deeper than their rules allow.
   *
   * @param level that of subplans of a plan without a parent is 1
   */
  static void requireLevel(int level, int most) {
    if (level > most) {
      throw OperationException.invalid(
          "subplans nest at most %s deep here; a plan at level %d has to do its work itself"
              .formatted(CountedNoun.of(most, "level"), level - 1));
    }
  }

  /** The order of merging: as given, but what a subplan depends on comes before it. */
  static List<Subplan> inOrder(List<Subplan> subplans) {
    Map<String, Subplan> byName =
        subplans.stream().collect(Collectors.toMap(Subplan::name, Function.identity()));
    return graph(subplans).inOrder().stream().map(it -> byName.get(it.name())).toList();
  }

  private static PartGraph graph(List<Subplan> subplans) {
    return new PartGraph(
        subplans.stream().map(it -> new PartGraph.Part(it.name(), it.dependsOn())).toList());
  }
}
