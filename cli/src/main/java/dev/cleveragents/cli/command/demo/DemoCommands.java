package dev.cleveragents.cli.command.demo;

import dev.cleveragents.cli.command.CommandGroup;
import java.util.LinkedHashMap;
import java.util.Map;

/** The command {@code agents demo}. */
public final class DemoCommands {

  private DemoCommands() {}

  /** The commands by name, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put("demo", CommandGroup.single(DemoCommand::new));
    return groups;
  }
}
