package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandContext;
import dev.cleveragents.cli.command.NameConverter;
import dev.cleveragents.cli.command.StoreAccess;
import dev.cleveragents.cli.output.Data;
import dev.cleveragents.cli.output.Page;
import dev.cleveragents.cli.output.Result;
import dev.cleveragents.engine.definition.ActorPresets;
import dev.cleveragents.engine.definition.DefinitionKind;
import dev.cleveragents.workspace.Name;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code agents actor show}: an actor or a preset as YAML. Reads only. */
@Command(
    name = "show",
    description = {
      "Show an actor as it was stored, or a preset of a coding agent.",
      "Save the YAML of a preset, change it and add it: your actor then replaces the preset."
    },
    footer = "agents actor show claude-code > my-agent.yaml")
final class ActorShowCommand implements AgentsCommand {

  @Parameters(paramLabel = "NAME", description = "Name of the actor or preset.")
  Name name = NameConverter.NONE;

  @Override
  public Result run(CommandContext context) {
    Optional<String> preset = ActorPresets.yaml(name);
    boolean stored =
        preset.isEmpty()
            || StoreAccess.readOr(
                context,
                agents ->
                    agents.definitions().list(DefinitionKind.ACTOR, true).stream()
                        .anyMatch(actor -> actor.name().equals(name)),
                false);
    return stored
        ? StoreAccess.read(
            context,
            agents ->
                DefinitionAnswer.result(agents.definitions().show(DefinitionKind.ACTOR, name)))
        : shown(preset.orElseThrow());
  }

  private Result shown(String yaml) {
    return Result.ok(
        Data.of("name", name.toString()).with("preset", true).with("yaml", yaml), Page.exact(yaml));
  }
}
