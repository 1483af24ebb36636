package dev.cleveragents.cli.command.plan;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents plan use}: makes a plan of an action. */
@Command(
    name = "use",
    description =
        "Make a plan of an action; plans it, and asks before it is carried out (profile supervised,"
            + " unless the action or the project says another).")
final class PlanUseCommand implements AgentsCommand {

  @Parameters(paramLabel = "ACTION", description = "Its name.")
  String action = "";

  @Option(
      names = "--arg",
      paramLabel = "NAME=VALUE",
      description = "An argument of the action; may be given more than once.")
  Map<String, String> arguments = Map.of();

  @Mixin PlanStart start = new PlanStart();

  @Override
  public Result run(CommandContext context) {
    return start.make(
        context,
        (agents, project) ->
            agents.drafts().ofAction(project, Name.of(action), arguments, start.profile));
  }
}
