package dev.cleveragents.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/**
 * One first word of the command line: a command, or a group of commands such as {@code agents
 * plan}.
 *
 * @param command makes the object that picocli describes
 * @param inside the commands of a group by name, in the order of its help; empty for a command
 */
public record CommandGroup(Supplier<?> command, Map<String, Supplier<AgentsCommand>> inside) {

  /** Takes a copy that keeps the order. */
  public CommandGroup {
    inside = new LinkedHashMap<>(inside);
  }

  /** A command that holds no others. */
  public static CommandGroup single(Supplier<AgentsCommand> command) {
    return new CommandGroup(command, Map.of());
  }

  /** A group with its line in the help. */
  public static CommandGroup of(
      String name, String description, Map<String, Supplier<AgentsCommand>> inside) {
    return new CommandGroup(
        () -> {
          CommandSpec spec = CommandSpec.create().name(name);
          spec.usageMessage().description(description);
          return spec;
        },
        inside);
  }
}
