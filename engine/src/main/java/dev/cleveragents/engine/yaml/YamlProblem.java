package dev.cleveragents.engine.yaml;

/**
 * One thing that is wrong with a document.
 *
 * @param source the file's name, or what stands for it
 * @param message what is wrong and what to write instead
 */
public record YamlProblem(String source, Place place, String message) {

  /** On one line, in the form that editors and terminals can jump to. */
  @Override
  public String toString() {
    return "%s:%d:%d: %s".formatted(source, place.line(), place.column(), message);
  }
}
