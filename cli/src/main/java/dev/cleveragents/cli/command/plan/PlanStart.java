package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.project.Project;
import dev.cleveragents.runtime.CleverAgents;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every command that makes a plan lets people say, and how the plan then begins. */
final class PlanStart {

  /** How a command makes the plan that it is about. */
  interface Draft {
    NewPlan on(CleverAgents agents, Project project);
  }

  @Option(names = "--project", paramLabel = "NAME", description = "Another project than this one.")
  @Nullable String project;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "How far it may go without asking; see 'agents profile list'.")
  @Nullable String profile;

  @Option(names = "--yes", description = "Go on to the end without asking.")
  boolean yes;

  @Option(names = "--detach", description = "Leave the work to a worker that is running.")
  boolean detach;

  /** Makes the plan, and works on it here unless a worker is to do that. */
  Result make(CommandContext context, Draft draft) {
    return Store.write(
        context,
        agents -> {
          if (detach) {
            Detached.requireWorker(agents);
          }
          NewPlan wanted = draft.on(agents, ChosenProject.of(agents, project, context));
          Plan plan = make(agents, wanted, context);
          return detach
              ? PlanStatusCommand.answer(agents, plan)
              : new Foreground(agents, context, yes).fromBeginning(plan.id());
        });
  }

  private static Plan make(CleverAgents agents, NewPlan wanted, CommandContext context) {
    return Interruptible.call(
        () -> {
          UnseenFiles.tell(agents, wanted.project(), context);
          return agents.plans().use(wanted, context.interrupt());
        });
  }
}
