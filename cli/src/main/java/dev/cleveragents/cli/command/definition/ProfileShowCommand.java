package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.definition.AutomationProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents profile show}: when a profile asks, gate by gate. Reads only. */
@Command(name = "show", description = "Show when an automation profile asks.")
final class ProfileShowCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Its name, such as trusted.")
  Name name = NameWord.NONE;

  @Override
  public Result run(CommandContext context) {
    return DefinitionView.result(
        AutomationProfile.builtIn(name)
            .orElseGet(() -> Store.read(context, agents -> agents.definitions().profile(name))));
  }
}
