package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import dev.cleveragents.runtime.CleverAgents;
import dev.cleveragents.workspace.Name;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents actor run}: runs an actor in a sandbox and shows its changes. */
@Command(
    name = "run",
    description = {
      "Run one actor on a prompt in a sandbox of this folder's project, and show its " + "changes.",
      "Your files do not change; the result is a plan that you can apply or cancel."
    },
    footer = "agents actor run claude-code 'Explain how the cache expires'")
final class ActorRunCommand implements AgentsCommand {

  /** Runs without approvals up to the result, and asks before apply. */
  private static final String PROFILE = "trusted";

  @Parameters(index = "0", paramLabel = "NAME", description = "Name of the actor.")
  Name actor = NameConverter.NONE;

  @Parameters(index = "1", paramLabel = "PROMPT", description = "Task for the actor.")
  String prompt = "";

  @Option(
      names = "--project",
      paramLabel = "NAME",
      description = "Project to use instead of this folder's.")
  @Nullable String project;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.write(context, agents -> run(agents, context));
  }

  private Result run(CleverAgents agents, CommandContext context) {
    NewPlan wanted =
        agents
            .drafts()
            .ofGoal(
                NewPlanOptions.project(agents, project, context),
                prompt,
                new Doer.Named(actor, null),
                PROFILE,
                List.of());
    Plan plan = Interruptible.call(() -> agents.plans().use(wanted, context.interrupt()));
    return new ForegroundRun(agents, context, false).upToResult(plan.id());
  }
}
