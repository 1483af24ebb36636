package dev.cleveragents.cli.command.definition;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.Group;
import dev.cleveragents.cli.command.plan.PlanCommands;
import dev.cleveragents.engine.definition.DefinitionKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about what plans are made of. */
public final class DefinitionCommands {

  private DefinitionCommands() {}

  /** They, by their names, in the order of the help. */
  public static Map<String, Group> groups() {
    Map<String, Group> groups = new LinkedHashMap<>();
    groups.put("action", new Group(ActionCommand::new, action()));
    groups.put("actor", new Group(ActorCommand::new, actor()));
    groups.put(
        "validation", new Group(ValidationCommand::new, definition(DefinitionKind.VALIDATION)));
    groups.put("profile", new Group(ProfileCommand::new, profile()));
    groups.put("schema", Group.single(SchemaCommand::new));
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
    inside.put("run", PlanCommands::actorRun);
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
