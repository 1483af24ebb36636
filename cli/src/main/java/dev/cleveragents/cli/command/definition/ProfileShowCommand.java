package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.AutomationProfile;
import dev.cleveragents.workspace.Name;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents profile show}: the thresholds of a profile, gate by gate. Reads only. */
@Command(
    name = "show",
    description = "Show at which gates an automation profile asks for approval.",
    footer = "agents profile show trusted")
final class ProfileShowCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Name of the profile, for example trusted.")
  Name name = NameConverter.NONE;

  @Override
  public Result run(CommandContext context) {
    return DefinitionAnswer.result(
        AutomationProfile.builtIn(name)
            .orElseGet(
                () -> StoreAccess.read(context, agents -> agents.definitions().profile(name))));
  }
}
