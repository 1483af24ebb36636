package dev.cleveragents.cli.command.sandbox;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about sandboxes. */
public final class SandboxCommands {

  private SandboxCommands() {}

  /** The groups by name, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put(
        "sandbox",
        CommandGroup.of(
            "sandbox",
            "List, show, export and remove sandboxes (the private copies that plans work in).",
            sandbox()));
    return groups;
  }

  private static Map<String, Supplier<AgentsCommand>> sandbox() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("list", SandboxListCommand::new);
    inside.put("show", SandboxShowCommand::new);
    inside.put("export", SandboxExportCommand::new);
    inside.put("remove", SandboxRemoveCommand::new);
    return inside;
  }
}
