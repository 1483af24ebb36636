package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about the installation. */
public final class InstallationCommands {

  private InstallationCommands() {}

  /** The commands by name, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put("config", CommandGroup.of("config", "Show and change settings.", config()));
    groups.put("info", CommandGroup.single(InfoCommand::new));
    groups.put("diagnostics", CommandGroup.single(DiagnosticsCommand::new));
    groups.put("backup", CommandGroup.single(BackupCommand::new));
    groups.put("restore", CommandGroup.single(RestoreCommand::new));
    groups.put("version", CommandGroup.single(VersionCommand::new));
    groups.put("install", CommandGroup.single(InstallCommand::new));
    return groups;
  }

  private static Map<String, Supplier<AgentsCommand>> config() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("get", ConfigGetCommand::new);
    inside.put("set", ConfigSetCommand::new);
    inside.put("unset", ConfigUnsetCommand::new);
    inside.put("list", ConfigListCommand::new);
    return inside;
  }
}
