package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameWord;
import dev.cleveragents.cli.command.Store;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.Name;
import dev.cleveragents.engine.definition.DefinitionKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents action show} and its like: one definition, as it was given. Reads only. */
@Command(name = "show", description = "Show a definition as it was given.")
final class DefinitionShowCommand implements AgentsCommand {

  private final DefinitionKind<?> kind;

  @Parameters(paramLabel = "NAME", description = "Its name.")
  Name name = NameWord.NONE;

  DefinitionShowCommand(DefinitionKind<?> kind) {
    this.kind = kind;
  }

  @Override
  public Result run(CommandContext context) {
    return Store.read(
        context, agents -> DefinitionView.result(agents.definitions().show(kind, name)));
  }
}
