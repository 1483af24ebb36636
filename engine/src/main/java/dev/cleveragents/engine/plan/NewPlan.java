package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.PlanBrief.Work;
import dev.cleveragents.engine.project.Project;
import java.util.List;

/**
 * A request to create a plan.
 *
 * @param project what it works on
 * @param title its action and goal, and how far it may go without asking
 * @param cast who thinks and who works
 * @param checks what has to hold afterwards
 * @param findings what is known to stop it already
 */
public record NewPlan(
    Project project,
    Title title,
    Cast cast,
    List<ValidationSpec> checks,
    List<PreflightFinding> findings) {

  public NewPlan {
    checks = List.copyOf(checks);
    findings = List.copyOf(findings);
  }

  /**
   * What it is called and how it is run.
   *
   * @param readOnly whether it may change nothing
   */
  public record Title(String action, String goal, String profile, boolean readOnly) {}

  /**
   * Who does what.
   *
   * @param strategy who decides what to do
   * @param execution who does it
   */
  public record Cast(Work strategy, Work execution) {}
}
