package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.engine.plan.brief.PlanBrief.Work;
import dev.cleveragents.engine.plan.brief.Subplan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Words the parts of a split.
 *
 * @param whole the goal of all parts together
 * @param usual does a part that names no other actor
 */
public record SubplanDraft(String whole, Work usual) {

  /**
   * A part as it was asked for.
   *
   * @param file that it is about, or null
   * @param profile tightens that of the plan; null leaves it as it is
   */
  public record Part(
      String name,
      String goal,
      @Nullable String file,
      List<String> dependsOn,
      @Nullable AutomationProfile profile) {

    public Part {
      dependsOn = List.copyOf(dependsOn);
    }
  }

  /** The subplan of a part that the usual actor does. */
  public Subplan subplan(Part part) {
    return subplan(part, usual);
  }

  /** The subplan of a part. An agent is told that there are others; a command gets its goal. */
  Subplan subplan(Part part, Work work) {
    String goal =
        work instanceof Work.ByCommand
            ? part.goal()
            : """
              %s

              This is one part of a larger task. Others do the other parts at the same time, so do \
              only yours%s. The whole task:
              %s"""
                .formatted(
                    part.goal(), part.file() == null ? "" : ", the file " + part.file(), whole);
    return new Subplan(part.name(), goal, work, part.file(), part.dependsOn(), part.profile());
  }
}
