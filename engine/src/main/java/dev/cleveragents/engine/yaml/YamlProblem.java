package dev.cleveragents.engine.yaml;

import java.util.Comparator;

/**
 * One problem of a document.
 *
 * @param source the name of the file or stream
 * @param message the problem, and what to write instead
 */
public record YamlProblem(String source, SourcePosition position, String message) {

  /** The order of the document. */
  public static final Comparator<YamlProblem> IN_ORDER =
      Comparator.comparing(YamlProblem::position);

  /** One line in the form that editors and terminals can jump to. */
  @Override
  public String toString() {
    return "%s:%d:%d: %s".formatted(source, position.line(), position.column(), message);
  }
}
