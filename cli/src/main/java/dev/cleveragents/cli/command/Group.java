package dev.cleveragents.cli.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What stands behind one first word of the command line: a command, or a holder of others.
 *
 * @param command makes what picocli describes
 * @param inside the commands of a holder by their names, in the order of its help; empty for a
 *     command
 */
public record Group(Supplier<?> command, Map<String, Supplier<AgentsCommand>> inside) {

  /** Takes a copy that keeps the order. */
  public Group {
    inside = new LinkedHashMap<>(inside);
  }

  /** A command that holds no others. */
  public static Group single(Supplier<AgentsCommand> command) {
    return new Group(command, Map.of());
  }
}
