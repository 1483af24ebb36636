package dev.cleveragents.cli.command.log;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about the audit log and its events. */
public final class LogCommands {

  private LogCommands() {}

  /** The groups by name, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put(
        "audit", CommandGroup.of("audit", "Show, verify, export and seal the audit log.", audit()));
    groups.put("events", CommandGroup.of("events", "Follow events as they happen.", events()));
    return groups;
  }

  private static Map<String, Supplier<AgentsCommand>> audit() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("log", AuditLogCommand::new);
    inside.put("verify", AuditVerifyCommand::new);
    inside.put("export", AuditExportCommand::new);
    inside.put("rekey", AuditRekeyCommand::new);
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> events() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("tail", EventsTailCommand::new);
    return inside;
  }
}
