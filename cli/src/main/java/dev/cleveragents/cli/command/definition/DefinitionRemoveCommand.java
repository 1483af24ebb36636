package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.workspace.Name;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents actor remove} and its like. */
@Command(
    name = "remove",
    description = {
      "Remove a definition. Cannot be undone.",
      "Existing plans continue; they keep a copy."
    },
    footer = "agents ${PARENT-COMMAND-NAME} remove my-${PARENT-COMMAND-NAME}")
final class DefinitionRemoveCommand implements AgentsCommand {

  private final DefinitionKind<?> kind;

  @Parameters(paramLabel = "NAME", description = "Name of the definition.")
  Name name = NameConverter.NONE;

  @Option(names = "--yes", description = "Do not ask for confirmation.")
  boolean yes;

  DefinitionRemoveCommand(DefinitionKind<?> kind) {
    this.kind = kind;
  }

  @Override
  public Result run(CommandContext context) {
    String word = name.forPeople();
    Confirmation.require(
        context,
        yes,
        "Remove the %s %s?".formatted(kind.noun(), word),
        "agents %s remove %s --yes".formatted(kind, word));
    StoreAccess.<Boolean>change(
        context,
        agents -> {
          agents.definitions().remove(kind, name);
          return true;
        });
    return Result.ok(
        Data.of("name", name.toString()), Page.text("%s %s removed".formatted(kind.noun(), word)));
  }
}
