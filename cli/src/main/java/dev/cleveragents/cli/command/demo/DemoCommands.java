package dev.cleveragents.cli.command.demo;

import dev.cleveragents.cli.command.CommandGroup;
import java.util.LinkedHashMap;
import java.util.Map;

/** The demonstration. */
public final class DemoCommands {

  private DemoCommands() {}

  /** They, by their names, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put("demo", CommandGroup.single(DemoCommand::new));
    return groups;
  }
}
