package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.NameWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.engine.plan.PlanDrafts.Doer;
import dev.cleveragents.runtime.CleverAgents;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents actor run}: tries an actor, in a private copy, and shows what it would change. */
@Command(
    name = "run",
    description = {
      "Let one actor work on a prompt in a private copy of this folder's project, and show what it did.",
      "Nothing of yours changes: the result is a plan, which can be applied or cancelled afterwards."
    })
final class ActorRunCommand implements AgentsCommand {

  /** Goes by itself as far as the result, and no further. */
  private static final String PROFILE = "trusted";

  @Parameters(index = "0", paramLabel = "NAME", description = "Its name.")
  Name actor = NameWord.NONE;

  @Parameters(index = "1", paramLabel = "PROMPT", description = "What it is asked to do.")
  String prompt = "";

  @Option(names = "--project", paramLabel = "NAME", description = "Another project than this one.")
  @Nullable String project;

  @Override
  public Result run(CommandContext context) {
    return Store.write(context, agents -> run(agents, context));
  }

  private Result run(CleverAgents agents, CommandContext context) {
    NewPlan wanted =
        agents
            .drafts()
            .ofGoal(
                ChosenProject.of(agents, project, context),
                prompt,
                new Doer.Named(actor, null),
                PROFILE,
                List.of());
    Plan plan = Interruptible.call(() -> agents.plans().use(wanted, context.interrupt()));
    return new Foreground(agents, context, false).upToResult(plan.id());
  }
}
