package dev.cleveragents.engine.yaml;

/**
 * One problem of a document.
 *
 * @param source the name of the file or stream
 * @param message the problem, and what to write instead
 */
public record YamlProblem(String source, SourcePosition position, String message) {

  /** One line in the form that editors and terminals can jump to. */
  @Override
  public String toString() {
    return "%s:%d:%d: %s".formatted(source, position.line(), position.column(), message);
  }
}
