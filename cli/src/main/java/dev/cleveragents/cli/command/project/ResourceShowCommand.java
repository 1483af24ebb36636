package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.workspace.Name;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents resource show}: one resource and the projects that link it. Reads only. */
@Command(name = "show", description = "Show a resource.", footer = "agents resource show web")
final class ResourceShowCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Name of the resource.")
  Name name = NameConverter.NONE;

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context,
        agents ->
            ProjectAnswer.of(agents.resources().show(name), agents.resources().projectsOf(name)));
  }
}
