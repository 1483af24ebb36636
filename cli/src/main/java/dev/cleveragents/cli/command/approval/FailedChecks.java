package dev.cleveragents.cli.command.approval;

import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.runtime.view.DisplayText;
import java.util.List;

/** The checks of a result that have failed, although that does not stop it. */
public final class FailedChecks {

  private FailedChecks() {}

  /** A line for each. */
  public static List<String> of(CleverAgents agents, Plan plan) {
    return agents.plans().validations(plan.id()).stream()
        .map(run -> run.result())
        .filter(result -> !result.passed())
        .map(
            result ->
                "%s failed on this result, but need not pass: %s"
                    .formatted(DisplayText.check(result.name()), result.message()))
        .toList();
  }
}
