package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.model.ModelName;
import dev.cleveragents.engine.plan.NewPlan;
import dev.cleveragents.workspace.Name;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan use}: creates a plan from an action. */
@Command(
    name = "use",
    description = {
      "Create a plan from an action, and run it.",
      "It asks before execute and apply: profile supervised, unless the action or the project names"
          + " another."
    },
    footer = "agents plan use my-action --arg module=shop")
final class PlanUseCommand implements AgentsCommand {

  @Parameters(paramLabel = "ACTION", description = "Name of the action.")
  String action = "";

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description = "Argument of the action; repeatable.")
  Map<String, String> arguments = Map.of();

  @Mixin RecordingOptions recording = new RecordingOptions();

  @Mixin NewPlanOptions start = new NewPlanOptions();

  @Override
  public Result run(CommandContext context) {
    RecordingTarget target = recording.target(context);
    return start.make(
        context,
        (agents, project) -> {
          NewPlan wanted =
              agents.drafts().ofAction(project, Name.of(action), arguments, start.profile);
          ModelName replayed = recording.model(agents, context);
          return replayed == null ? wanted : wanted.with(replayed);
        },
        target::write);
  }
}
