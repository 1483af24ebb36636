package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.workspace.Name;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents action archive}: keeps an action, but refuses it to new plans. */
@Command(
    name = "archive",
    description = {
      "Archive an action: new plans cannot use it, existing plans continue.",
      "'agents action create FILE --replace' restores it."
    },
    footer = "agents action archive my-action")
final class ActionArchiveCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Name of the action.")
  Name name = NameConverter.NONE;

  @Override
  public Result run(CommandContext context) {
    boolean changed =
        StoreAccess.<Boolean>change(
            context, agents -> agents.definitions().archive(DefinitionKind.ACTION, name));
    return Result.ok(
        Data.of("name", name.toString()).with("changed", changed),
        Page.text(
            "action %s %s archived".formatted(name.forPeople(), changed ? "is" : "was already")));
  }
}
