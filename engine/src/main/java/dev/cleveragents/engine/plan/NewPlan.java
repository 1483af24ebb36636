package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.plan.Brief.Check;
import dev.cleveragents.engine.plan.Brief.Work;
import dev.cleveragents.engine.project.Project;
import java.util.List;

/**
 * What somebody asks for when making a plan.
 *
 * @param project what it works on
 * @param title its action and goal, and how far it may go without asking
 * @param strategy who decides what to do
 * @param execution who does it
 * @param checks what has to hold afterwards
 */
public record NewPlan(
    Project project, Title title, Work strategy, Work execution, List<Check> checks) {

  public NewPlan {
    checks = List.copyOf(checks);
  }

  /**
   * What it is called and how it is run.
   *
   * @param readOnly whether it may change nothing
   */
  public record Title(String action, String goal, String profile, boolean readOnly) {}
}
