package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.Name;
import java.time.Duration;

/**
 * A check that changes nothing.
 *
 * @param command run by {@code sh -c} in the sandbox; it passes with exit code 0
 * @param required whether nothing is applied unless it passes
 * @param deadline how long it may take
 * @param parallel whether it may run beside others
 */
public record ValidationSpec(
    Name name, String command, boolean required, Duration deadline, boolean parallel) {

  /** How long a check may take where nothing is said. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(10);

  /** A check that must pass, with what holds where nothing is said. */
  public static ValidationSpec required(Name name, String command) {
    return new ValidationSpec(name, command, true, DEFAULT_DEADLINE, false);
  }

  /** The same check, whose failing stops nothing. */
  public ValidationSpec optional() {
    return new ValidationSpec(name, command, false, deadline, parallel);
  }
}
