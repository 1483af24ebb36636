package dev.cleveragents.cli.command.definition;

import dev.cleveragents.engine.definition.DefinitionKind;
import picocli.CommandLine.Command;

/** {@code agents action create}. */
@Command(
    name = "create",
    description = {
      "Store the action that a YAML file defines, under the name that stands in it.",
      "The file is checked whole: all that is wrong is said at once, with line and column."
    })
final class ActionCreateCommand extends DefinitionAddCommand {

  ActionCreateCommand() {
    super(DefinitionKind.ACTION);
  }
}
