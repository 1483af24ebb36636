package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.Name;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
public record CommandActor(
    Name name, String description, String line, Duration deadline, List<String> environment)
    implements Actor {

  /** The placeholders that a command line may contain. */
  public static final Set<String> PLACEHOLDERS = Set.of("goal", "file", "findings");

  public CommandActor {
    environment = List.copyOf(environment);
  }

  /** Whether the line is run again with the findings of failed checks. */
  public boolean usesFindings() {
    return Template.of(line).placeholders().contains("findings")
        || line.contains("AGENTS_FINDINGS");
  }

  /** The line with these values filled in, each as one quoted word; missing values are empty. */
  public String lineFor(Map<String, String> values) {
    Map<String, String> all = new HashMap<>();
    PLACEHOLDERS.forEach(name -> all.put(name, values.getOrDefault(name, "")));
    return Template.of(line).fillCommandLine(all);
  }
}
