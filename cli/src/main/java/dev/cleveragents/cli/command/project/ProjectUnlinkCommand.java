package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents project unlink}: takes a resource out of a project. */
@Command(name = "unlink", description = "Take a resource out of a project; both stay.")
final class ProjectUnlinkCommand implements AgentsCommand {

  @Parameters(index = "0", paramLabel = "PROJECT", description = "The project.")
  Name project = NameWord.NONE;

  @Parameters(index = "1", paramLabel = "RESOURCE", description = "The resource.")
  Name resource = NameWord.NONE;

  @Override
  public Result run(CommandContext context) {
    return Store.change(
        context, agents -> ProjectView.result(agents.projects().unlink(project, resource)));
  }
}
