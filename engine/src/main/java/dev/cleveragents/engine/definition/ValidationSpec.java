package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.tool.WorkPlace;
import dev.cleveragents.workspace.Name;
import java.time.Duration;

/**
 * A check that changes nothing.
 *
 * @param command run with {@code sh -c} in the sandbox; exit code 0 passes
 * @param required whether it must pass before apply
 * @param deadline how long it may take
 * @param parallel whether it may run at the same time as others
 * @param place the folder in which it runs
 */
public record ValidationSpec(
    Name name,
    String command,
    boolean required,
    Duration deadline,
    boolean parallel,
    WorkPlace place) {

  /** A check that runs at the top of the first resource. */
  public ValidationSpec(
      Name name, String command, boolean required, Duration deadline, boolean parallel) {
    this(name, command, required, deadline, parallel, WorkPlace.TOP);
  }

  /** How long a check may take by default. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofMinutes(10);

  /** A check that must pass, with what holds where nothing is said. */
  public static ValidationSpec required(Name name, String command) {
    return new ValidationSpec(name, command, true, DEFAULT_DEADLINE, false);
  }

  /** The same check, whose failing stops nothing. */
  public ValidationSpec optional() {
    return new ValidationSpec(name, command, false, deadline, parallel, place);
  }

  /** The same check in another folder. */
  public ValidationSpec in(WorkPlace other) {
    return new ValidationSpec(name, command, required, deadline, parallel, other);
  }
}
