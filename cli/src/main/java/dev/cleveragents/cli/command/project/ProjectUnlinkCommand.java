package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.workspace.Name;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents project unlink}: removes a resource from a project. */
@Command(
    name = "unlink",
    description = "Unlink a resource from a project; both stay.",
    footer = "agents project unlink shop web")
final class ProjectUnlinkCommand implements AgentsCommand {

  @Parameters(index = "0", paramLabel = "PROJECT", description = "Name of the project.")
  Name project = NameConverter.NONE;

  @Parameters(index = "1", paramLabel = "RESOURCE", description = "Name of the resource.")
  Name resource = NameConverter.NONE;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.change(
        context, agents -> ProjectAnswer.of(agents.projects().unlink(project, resource)));
  }
}
