package dev.cleveragents.cli.command.project;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about projects and resources. */
public final class ProjectCommands {

  private ProjectCommands() {}

  /** The groups by name, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put("init", CommandGroup.single(InitCommand::new));
    groups.put(
        "project",
        CommandGroup.of(
            "project", "Create, list, show, link, unlink and delete projects.", project()));
    groups.put(
        "resource",
        CommandGroup.of(
            "resource",
            "Add, list, show and remove resources (repositories and folders that plans work on).",
            resource()));
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
}
