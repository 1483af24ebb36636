package dev.cleveragents.cli.command;

import dev.cleveragents.cli.command.CommandTree.Group;
import dev.cleveragents.engine.definition.DefinitionKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about what plans are made of: projects, resources and definitions; and settings. */
final class DefinitionCommands {

  private DefinitionCommands() {}

  static Map<String, Group> groups() {
    Map<String, Group> groups = new LinkedHashMap<>();
    groups.put("project", new Group(ProjectCommand::new, project()));
    groups.put("resource", new Group(ResourceCommand::new, resource()));
    groups.put("action", new Group(ActionCommand::new, action()));
    groups.put("actor", new Group(ActorCommand::new, definition(DefinitionKind.ACTOR)));
    groups.put(
        "validation", new Group(ValidationCommand::new, definition(DefinitionKind.VALIDATION)));
    groups.put("profile", new Group(ProfileCommand::new, profile()));
    groups.put("config", new Group(ConfigCommand::new, config()));
    return groups;
  }

  private static Map<String, Supplier<AgentsCommand>> project() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("create", ProjectCreateCommand::new);
    inside.put("list", ProjectListCommand::new);
    inside.put("show", ProjectShowCommand::new);
    inside.put("link", ProjectLinkCommand::new);
    inside.put("unlink", ProjectUnlinkCommand::new);
    inside.put("delete", ProjectDeleteCommand::new);
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> resource() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("add", ResourceAddCommand::new);
    inside.put("list", ResourceListCommand::new);
    inside.put("show", ResourceShowCommand::new);
    inside.put("remove", ResourceRemoveCommand::new);
    return inside;
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

  private static Map<String, Supplier<AgentsCommand>> config() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("get", ConfigGetCommand::new);
    inside.put("set", ConfigSetCommand::new);
    inside.put("list", ConfigListCommand::new);
    return inside;
  }
}
