package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.definition.DefinitionKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents action archive}: no new plan can use it; it is kept. */
@Command(
    name = "archive",
    description = {
      "Let no new plan use an action; it is kept, and plans that use it go on.",
      "'agents action create FILE --replace' brings it back."
    })
final class ActionArchiveCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Its name.")
  Name name = NameWord.NONE;

  @Override
  public Result run(CommandContext context) {
    boolean changed =
        Store.<Boolean>change(
            context, agents -> agents.definitions().archive(DefinitionKind.ACTION, name));
    return Result.ok(
        Data.of("name", name.toString()).with("changed", changed),
        Page.text(
            "action %s %s archived".formatted(name.forPeople(), changed ? "is" : "was already")));
  }
}
