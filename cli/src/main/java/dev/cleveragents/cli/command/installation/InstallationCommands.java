package dev.cleveragents.cli.command.installation;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.Group;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about the installation. */
public final class InstallationCommands {

  private InstallationCommands() {}

  /** They, by their names, in the order of the help. */
  public static Map<String, Group> groups() {
    Map<String, Group> groups = new LinkedHashMap<>();
    groups.put("config", new Group(ConfigCommand::new, config()));
    groups.put("info", Group.single(InfoCommand::new));
    groups.put("diagnostics", Group.single(DiagnosticsCommand::new));
    groups.put("backup", Group.single(BackupCommand::new));
    groups.put("restore", Group.single(RestoreCommand::new));
    groups.put("version", Group.single(VersionCommand::new));
    groups.put("install", Group.single(InstallCommand::new));
    return groups;
  }

  private static Map<String, Supplier<AgentsCommand>> config() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("get", ConfigGetCommand::new);
    inside.put("set", ConfigSetCommand::new);
    inside.put("list", ConfigListCommand::new);
    return inside;
  }
}
