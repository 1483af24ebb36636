package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.workspace.Name;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents action show} and its like: one definition, as it was given. Reads only. */
@Command(
    name = "show",
    description = "Show a definition as it was stored.",
    footer = "agents ${PARENT-COMMAND-NAME} show my-${PARENT-COMMAND-NAME}")
final class DefinitionShowCommand implements AgentsCommand {

  private final DefinitionKind<?> kind;

  @Parameters(paramLabel = "NAME", description = "Name of the definition.")
  Name name = NameConverter.NONE;

  DefinitionShowCommand(DefinitionKind<?> kind) {
    this.kind = kind;
  }

  @Override
  public Result run(CommandContext context) {
    return StoreAccess.read(
        context, agents -> DefinitionAnswer.result(agents.definitions().show(kind, name)));
  }
}
