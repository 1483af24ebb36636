package dev.cleveragents.engine.plan;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.OperationException.Kind;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An obstacle that prevents the creation of a plan.
 *
 * @param kind whether something is missing or invalid
 */
public record PreflightFinding(Kind kind, String text) {

  static PreflightFinding invalid(String text) {
    return new PreflightFinding(Kind.INVALID, text);
  }

  static PreflightFinding notFound(String text) {
    return new PreflightFinding(Kind.NOT_FOUND, text);
  }

  /** The finding of an exception; for a missing name with the suggestions. */
  static PreflightFinding of(OperationException e) {
    String message = String.valueOf(e.getMessage());
    return new PreflightFinding(
        e.kind(),
        e.kind() == Kind.NOT_FOUND && e.hint() != null
            ? "%s (%s)".formatted(message, e.hint())
            : message);
  }

  /** The error with all findings; of kind NOT_FOUND if every finding is. */
  static OperationException all(List<PreflightFinding> findings) {
    return new OperationException(
        findings.stream().allMatch(it -> it.kind == Kind.NOT_FOUND) ? Kind.NOT_FOUND : Kind.INVALID,
        findings.stream()
            .map(PreflightFinding::text)
            .distinct()
            .collect(Collectors.joining("; ", "The plan cannot be made: ", "")),
        "Nothing was stored. Fix this and try again",
        null);
  }
}
