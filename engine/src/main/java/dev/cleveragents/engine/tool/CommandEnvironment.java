package dev.cleveragents.engine.tool;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The environment variables, the folder and the deadline of a command.
 *
 * @param variables values set for the command
 * @param passedOn names of this process's variables that the command may see
 * @param folder relative to the sandbox, in which the command runs
 */
public record CommandEnvironment(
    Map<String, String> variables, List<String> passedOn, Duration deadline, String folder) {

  public CommandEnvironment {
    variables = Map.copyOf(variables);
    passedOn = List.copyOf(passedOn);
  }

  /** An environment with no variables of its own. */
  public static CommandEnvironment within(Duration deadline) {
    return new CommandEnvironment(Map.of(), List.of(), deadline, "");
  }

  /** The same in this folder. */
  public CommandEnvironment in(String other) {
    return new CommandEnvironment(variables, passedOn, deadline, other);
  }

  /** Adds variables; those already set keep their values. */
  public CommandEnvironment with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(more);
    all.putAll(variables);
    return new CommandEnvironment(all, passedOn, deadline, folder);
  }
}
