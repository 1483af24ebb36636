package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents resource show}: one resource and the projects that link it. Reads only. */
@Command(name = "show", description = "Show a resource.")
final class ResourceShowCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Its name.")
  Name name = NameWord.NONE;

  @Override
  public Result run(CommandContext context) {
    return Store.read(
        context,
        agents ->
            ProjectView.result(agents.resources().show(name), agents.resources().projectsOf(name)));
  }
}
