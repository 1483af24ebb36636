package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.Confirmation;
import dev.cleveragents.cli.command.NameWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.definition.DefinitionKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code agents actor remove} and its like. */
@Command(
    name = "remove",
    description = {
      "Forget a definition. Cannot be undone.",
      "Plans that were made with it go on: they have all they need of it."
    })
final class DefinitionRemoveCommand implements AgentsCommand {

  private final DefinitionKind<?> kind;

  @Parameters(paramLabel = "NAME", description = "Its name.")
  Name name = NameWord.NONE;

  @Option(names = "--yes", description = "Do not ask.")
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
        "Forget the %s %s?".formatted(kind, word),
        "agents %s remove %s --yes".formatted(kind, word));
    Store.<Boolean>change(
        context,
        agents -> {
          agents.definitions().remove(kind, name);
          return true;
        });
    return Result.ok(
        Data.of("name", name.toString()), Page.text("%s %s is forgotten".formatted(kind, word)));
  }
}
