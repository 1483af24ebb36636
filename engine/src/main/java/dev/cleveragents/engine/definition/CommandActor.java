package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.outside.AgentOutput;
import dev.cleveragents.workspace.Name;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Works by a command line, run with {@code sh -c} in the sandbox. This is how an external coding
 * agent is used.
 *
 * @param line with the placeholders {@code {goal}}, {@code {file}} and {@code {findings}}
 * @param deadline how long one run may take
 * @param environment names of this process's variables that the command may see even if they look
 *     like secrets
 * @param program that the line runs
 */
public record CommandActor(
    Name name, String line, Duration deadline, List<String> environment, Program program)
    implements Actor {

  /**
   * A program that a command line runs.
   *
   * @param name what must be on the search path before a plan is created, or null
   * @param install how to install it, or null
   * @param output the format of its output, one of {@link AgentOutput#formats}, or null if it is
   *     not read
   */
  public record Program(@Nullable String name, @Nullable String install, @Nullable String output) {}

  /** The placeholders that a command line may contain. */
  public static final Set<String> PLACEHOLDERS = Set.of("goal", "file", "findings");

  public CommandActor {
    environment = List.copyOf(environment);
  }
}
