package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.Name;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Works by a command line, run with {@code sh -c} in the sandbox. This is how an external coding
 * agent is used.
 *
 * @param line with the placeholders {@code {goal}}, {@code {file}} and {@code {findings}}
 * @param deadline how long one run may take
 * @param environment names of this process's variables that the command may see even if they look
 *     like secrets
 */
public record CommandActor(Name name, String line, Duration deadline, List<String> environment)
    implements Actor {

  /** The placeholders that a command line may contain. */
  public static final Set<String> PLACEHOLDERS = Set.of("goal", "file", "findings");

  public CommandActor {
    environment = List.copyOf(environment);
  }
}
