package dev.cleveragents.engine.plan;

import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.merge.ChildResult;
import java.util.ArrayList;
import java.util.List;

/** The results of subplans as they are merged. */
public final class SubplanResults {

  private SubplanResults() {}

  /** What subplans made of a resource, in their order; those that changed nothing are left out. */
  public static List<ChildResult> of(List<Plan> subplans, Name resource) {
    List<ChildResult> results = new ArrayList<>();
    for (Plan subplan : subplans) {
      String base =
          subplan.brief().targets().stream()
              .filter(it -> it.resource().name().equals(resource))
              .findFirst()
              .orElseThrow()
              .base();
      subplan.results().stream()
          .filter(it -> it.resource().equals(resource.toString()))
          .filter(it -> it.changed() > 0)
          .forEach(
              it ->
                  results.add(
                      new ChildResult(
                          results.size() + 1, subplan.id().toString(), base, it.tree())));
    }
    return results;
  }
}
