package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Interruptible;
import dev.cleveragents.cli.command.MeantPlan;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.ValidationSpec;
import dev.cleveragents.engine.plan.Plan;
import dev.cleveragents.runtime.CleverAgents;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code agents plan undo}: takes back what a plan did, by another plan. */
@Command(
    name = "undo",
    description = {
      "Take back what an applied plan did: a new plan whose change is the inverse, merged with what",
      "is there now. It is checked, shown and asked for like any other; later commits stay."
    })
final class PlanUndoCommand implements AgentsCommand {

  @Mixin GoingOn going = new GoingOn();

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context,
        agents -> {
          if (going.detach) {
            Detached.requireWorker(agents);
          }
          Plan meant = MeantPlan.find(agents, going.plan, context);
          Plan undo =
              Interruptible.call(
                  () ->
                      agents
                          .plans()
                          .undo(meant.id(), projectChecks(agents, meant), context.interrupt()));
          return going.detach
              ? PlanStatusCommand.answer(agents, undo)
              : new Foreground(agents, context, going.yes).fromBeginning(undo.id());
        });
  }

  /** What has to hold for every plan of the project, if that still is there. */
  private static List<ValidationSpec> projectChecks(CleverAgents agents, Plan plan) {
    return agents.projects().list().stream()
        .filter(project -> project.name().equals(plan.kind().project()))
        .flatMap(project -> agents.drafts().always(project).stream())
        .toList();
  }
}
