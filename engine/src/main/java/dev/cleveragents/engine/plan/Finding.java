package dev.cleveragents.engine.plan;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanException.Kind;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Something that stops a plan before it is made.
 *
 * @param kind whether something is missing, or makes no sense as it was said
 */
public record Finding(Kind kind, String text) {

  static Finding invalid(String text) {
    return new Finding(Kind.INVALID, text);
  }

  /** What somebody threw; of what is missing also what may have been meant. */
  static Finding of(PlanException e) {
    String message = String.valueOf(e.getMessage());
    return new Finding(
        e.kind(),
        e.kind() == Kind.NOT_FOUND && e.hint() != null
            ? "%s (%s)".formatted(message, e.hint())
            : message);
  }

  /** All of them at once; not found if nothing else is wrong than that things are missing. */
  static PlanException all(List<Finding> findings) {
    return new PlanException(
        findings.stream().allMatch(it -> it.kind == Kind.NOT_FOUND) ? Kind.NOT_FOUND : Kind.INVALID,
        findings.stream()
            .map(Finding::text)
            .distinct()
            .collect(Collectors.joining("; ", "The plan cannot be made: ", "")),
        "Nothing was stored; mend this and ask again",
        null);
  }
}
