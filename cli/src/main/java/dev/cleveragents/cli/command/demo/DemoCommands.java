package dev.cleveragents.cli.command.demo;

import dev.cleveragents.cli.command.Group;
import java.util.LinkedHashMap;
import java.util.Map;

/** The demonstration. */
public final class DemoCommands {

  private DemoCommands() {}

  /** They, by their names, in the order of the help. */
  public static Map<String, Group> groups() {
    Map<String, Group> groups = new LinkedHashMap<>();
    groups.put("demo", Group.single(DemoCommand::new));
    return groups;
  }
}
