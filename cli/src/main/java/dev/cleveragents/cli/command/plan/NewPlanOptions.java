package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.command.plan.report.PlanStatusCommand;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.budget.Budget;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.resource.Resource;
import dev.cleveragents.workspace.sandbox.source.ResourceFindings;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that creates a plan, and the start of the plan. */
final class NewPlanOptions {

  private static final int MAX_NAMED = 10;

  /** Drafts the plan of a command. */
  interface Draft {
    NewPlan on(CleverAgents agents, Project project);
  }

  @Option(
      names = "--project",
      paramLabel = "NAME",
      description = "Project to use instead of this folder's.")
  @Nullable String project;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Automation profile; see 'agents profile list'.")
  @Nullable String profile;

  @Option(
      names = "--budget",
      paramLabel = "AMOUNT",
      description = "Budget on models: dollars (2.00) or tokens (500k); see budget.plan.")
  @Nullable String budget;

  @Option(names = "--yes", description = "Approve all phases without asking.")
  boolean yes;

  @Option(names = "--detach", description = "Leave the work to a running worker.")
  boolean detach;

  /** What is done after a run in the foreground, however it ended. */
  interface Afterwards {
    void with(CleverAgents agents, Plan plan);
  }

  /** Creates the plan, and works on it here unless it is detached. */
  Result make(CommandContext context, Draft draft, Afterwards afterwards) {
    Budget limit = budget == null ? null : Budget.of(budget);
    return StoreAccess.write(
        context,
        agents -> {
          if (detach) {
            PlanRunOptions.requireWorker(agents);
          }
          NewPlan wanted =
              draft
                  .on(agents, project(agents, project, context))
                  .with(limit == null ? agents.budgetOfPlan() : limit);
          Plan plan = make(agents, wanted, context);
          if (detach) {
            return PlanStatusCommand.answer(agents, plan);
          }
          try {
            return new ForegroundRun(agents, context, yes).fromBeginning(plan.id());
          } finally {
            afterwards.with(agents, plan);
          }
        });
  }

  private static Plan make(CleverAgents agents, NewPlan wanted, CommandContext context) {
    return Interruptible.call(
        () -> {
          warnOfUncommitted(agents, wanted.project(), context);
          return agents.plans().use(wanted, context.interrupt());
        });
  }

  /** Warns of uncommitted files, which the plan does not see. */
  private static void warnOfUncommitted(
      CleverAgents agents, Project project, CommandContext context) throws InterruptedException {
    for (Resource resource : project.resources()) {
      ResourceFindings findings = agents.sandboxes().check(resource, context.interrupt());
      findings.notes().forEach(context.dialogue()::say);
      List<String> files = findings.uncommitted();
      if (!files.isEmpty()) {
        String more =
            files.size() > MAX_NAMED ? " and %d more".formatted(files.size() - MAX_NAMED) : "";
        context
            .dialogue()
            .say(
                "not committed, so not visible to the plan: %s%s"
                    .formatted(
                        String.join(", ", files.subList(0, Math.min(MAX_NAMED, files.size()))),
                        more));
      }
    }
  }

  /** The named project, or this folder's. */
  static Project project(CleverAgents agents, @Nullable String name, CommandContext context) {
    return name == null
        ? agents.projects().open(context.environment().workingDirectory())
        : agents.projects().show(Name.of(name));
  }
}
