package dev.cleveragents.cli.command.context;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about context, its index and its circuit breakers. */
public final class ContextCommands {

  private ContextCommands() {}

  /** The groups by name, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put(
        "context",
        CommandGroup.of(
            "context", "Inspect, simulate and search the context that agents get.", context()));
    groups.put(
        "index",
        CommandGroup.of("index", "Show, rebuild and clear the index of this project.", index()));
    groups.put(
        "breaker",
        CommandGroup.of(
            "breaker", "List and reset the circuit breakers of context strategies.", breaker()));
    return groups;
  }

  private static Map<String, Supplier<AgentsCommand>> context() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("inspect", ContextInspectCommand::new);
    inside.put("simulate", ContextSimulateCommand::new);
    inside.put("search", ContextSearchCommand::new);
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> index() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("status", IndexStatusCommand::new);
    inside.put("rebuild", IndexRebuildCommand::new);
    inside.put("clear", IndexClearCommand::new);
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> breaker() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("list", BreakerListCommand::new);
    inside.put("reset", BreakerResetCommand::new);
    return inside;
  }
}
