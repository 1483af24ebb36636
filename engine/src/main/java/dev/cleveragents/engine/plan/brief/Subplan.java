package dev.cleveragents.engine.plan.brief;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One part of a plan's work, which is done by a plan of its own.
 *
 * @param name unique among the subplans of one plan
 * @param goal what the subplan is to achieve
 * @param work does it
 * @param file the file that it is about, as its commands get it; null if it is about none
 * @param dependsOn names of subplans of the same plan whose results it begins with
 * @param profile tightens the automation profile of the plan; null leaves that as it is
 */
public record Subplan(
    String name,
    String goal,
    Work work,
    @Nullable String file,
    List<String> dependsOn,
    @Nullable AutomationProfile profile) {

  public Subplan {
    dependsOn = List.copyOf(dependsOn);
  }

  /** A subplan with the automation profile of its plan. */
  public Subplan(
      String name, String goal, Work work, @Nullable String file, List<String> dependsOn) {
    this(name, goal, work, file, dependsOn, null);
  }

  /** The same with other work. */
  public Subplan with(Work other) {
    return new Subplan(name, goal, other, file, dependsOn, profile);
  }
}
