package dev.cleveragents.cli.command.log;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.Group;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about what happened. */
public final class LogCommands {

  private LogCommands() {}

  /** They, by their names, in the order of the help. */
  public static Map<String, Group> groups() {
    Map<String, Group> groups = new LinkedHashMap<>();
    groups.put("audit", new Group(AuditCommand::new, audit()));
    groups.put("events", new Group(EventsCommand::new, events()));
    return groups;
  }

  private static Map<String, Supplier<AgentsCommand>> audit() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("log", AuditLogCommand::new);
    inside.put("verify", AuditVerifyCommand::new);
    inside.put("export", AuditExportCommand::new);
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> events() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("tail", EventsTailCommand::new);
    return inside;
  }
}
