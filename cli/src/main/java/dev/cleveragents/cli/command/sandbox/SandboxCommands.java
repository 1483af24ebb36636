package dev.cleveragents.cli.command.sandbox;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.Group;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about the private copies that plans work in. */
public final class SandboxCommands {

  private SandboxCommands() {}

  /** They, by their names, in the order of the help. */
  public static Map<String, Group> groups() {
    Map<String, Group> groups = new LinkedHashMap<>();
    groups.put("sandbox", new Group(SandboxCommand::new, sandbox()));
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
