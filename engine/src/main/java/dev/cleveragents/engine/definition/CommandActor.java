package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Works by a command line that is run in the sandbox by {@code sh -c}: how an outside coding agent
 * is used.
 *
 * @param line with {@code {goal}}, {@code {file}} and {@code {findings}} where they belong
 * @param deadline how long one run may take
 * @param environment the names of variables that are passed on from this process; no others are
 *     that look like secrets
 */
public record CommandActor(
    Name name, String description, String line, Duration deadline, List<String> environment)
    implements Actor {

  /** What a command line may ask for. */
  public static final Set<String> PLACEHOLDERS = Set.of("goal", "file", "findings");

  public CommandActor {
    environment = List.copyOf(environment);
  }

  /** Whether the line is run again with what the checks have found. */
  public boolean usesFindings() {
    return Template.of(line).placeholders().contains("findings")
        || line.contains("AGENTS_FINDINGS");
  }

  /** The line with these values in it, each as one word; those that are not given are empty. */
  public String lineFor(Map<String, String> values) {
    Map<String, String> all = new HashMap<>();
    PLACEHOLDERS.forEach(name -> all.put(name, values.getOrDefault(name, "")));
    return Template.of(line).fillCommandLine(all);
  }
}
