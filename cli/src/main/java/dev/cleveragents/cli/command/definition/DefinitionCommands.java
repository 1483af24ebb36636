package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandGroup;
import dev.cleveragents.cli.command.plan.PlanCommands;
import dev.cleveragents.engine.definition.DefinitionKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about actions, actors, validations, profiles, MCP servers and their schemas. */
public final class DefinitionCommands {

  private DefinitionCommands() {}

  /** The groups by name, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put(
        "action",
        CommandGroup.of(
            "action",
            "Create, list, show, archive and validate actions (templates for plans).",
            action()));
    groups.put(
        "actor",
        CommandGroup.of(
            "actor",
            "Add, list, show, run, remove and validate actors (commands and scripts that do the work).",
            actor()));
    groups.put(
        "validation",
        CommandGroup.of(
            "validation",
            "Add, list, show, remove and validate checks that plans must pass.",
            definition(DefinitionKind.VALIDATION)));
    groups.put(
        "profile",
        CommandGroup.of(
            "profile",
            "List, show, add, remove and validate automation profiles (when plans ask for approval).",
            profile()));
    groups.put(
        "mcp",
        CommandGroup.of(
            "mcp",
            "Add, list, show, test, remove and validate MCP servers (tools for language models).",
            mcp()));
    groups.put("schema", CommandGroup.single(SchemaCommand::new));
    return groups;
  }

  private static Map<String, Supplier<AgentsCommand>> action() {
    DefinitionKind<?> kind = DefinitionKind.ACTION;
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("create", ActionCreateCommand::new);
    inside.put("list", () -> new DefinitionListCommand(kind));
    inside.put("show", () -> new DefinitionShowCommand(kind));
    inside.put("archive", ActionArchiveCommand::new);
    inside.put("validate", () -> new DefinitionValidateCommand(kind));
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> actor() {
    Map<String, Supplier<AgentsCommand>> inside = definition(DefinitionKind.ACTOR);
    inside.put("list", ActorListCommand::new);
    inside.put("show", ActorShowCommand::new);
    inside.put("run", PlanCommands::actorRun);
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> mcp() {
    Map<String, Supplier<AgentsCommand>> inside = definition(DefinitionKind.MCP);
    inside.put("test", McpTestCommand::new);
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> definition(DefinitionKind<?> kind) {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("add", () -> new DefinitionAddCommand(kind));
    inside.put("list", () -> new DefinitionListCommand(kind));
    inside.put("show", () -> new DefinitionShowCommand(kind));
    inside.put("remove", () -> new DefinitionRemoveCommand(kind));
    inside.put("validate", () -> new DefinitionValidateCommand(kind));
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> profile() {
    Map<String, Supplier<AgentsCommand>> inside = definition(DefinitionKind.PROFILE);
    inside.put("list", ProfileListCommand::new);
    inside.put("show", ProfileShowCommand::new);
    return inside;
  }
}
