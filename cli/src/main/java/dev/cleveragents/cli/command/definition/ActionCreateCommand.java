package dev.cleveragents.cli.command.definition;

import dev.cleveragents.engine.definition.DefinitionKind;
import picocli.CommandLine.Command;

/** {@code agents action create}. */
@Command(
    name = "create",
    description = {
      "Store the action that a YAML file defines, under the name in the file.",
      "All mistakes in the file are reported at once, with line and column."
    },
    footer = "agents action create port.yaml")
final class ActionCreateCommand extends DefinitionAddCommand {

  ActionCreateCommand() {
    super(DefinitionKind.ACTION);
  }
}
