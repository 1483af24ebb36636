package dev.cleveragents.cli.command.job;

import dev.cleveragents.cli.command.AgentsCommand;
import dev.cleveragents.cli.command.CommandGroup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The commands about jobs and workers. */
public final class JobCommands {

  private JobCommands() {}

  /** The groups by name, in the order of the help. */
  public static Map<String, CommandGroup> groups() {
    Map<String, CommandGroup> groups = new LinkedHashMap<>();
    groups.put(
        "job", CommandGroup.of("job", "Add, list, show, cancel, retry and purge jobs.", job()));
    groups.put(
        "worker",
        CommandGroup.of("worker", "Run a worker, or show the status of all workers.", worker()));
    return groups;
  }

  private static Map<String, Supplier<AgentsCommand>> job() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("add", JobAddCommand::new);
    inside.put("list", JobListCommand::new);
    inside.put("show", JobShowCommand::new);
    inside.put("cancel", JobCancelCommand::new);
    inside.put("retry", JobRetryCommand::new);
    inside.put("purge", JobPurgeCommand::new);
    return inside;
  }

  private static Map<String, Supplier<AgentsCommand>> worker() {
    Map<String, Supplier<AgentsCommand>> inside = new LinkedHashMap<>();
    inside.put("run", WorkerRunCommand::new);
    inside.put("status", WorkerStatusCommand::new);
    return inside;
  }
}
