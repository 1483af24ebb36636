package dev.cleveragents.engine.yaml;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.OperationException.Kind;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of reading a document: either a value or problems.
 *
 * @param problems in the order of the document
 */
public record YamlResult<T>(@Nullable T value, List<YamlProblem> problems) {

  private static final int MOST_SHOWN = 50;

  public YamlResult {
    problems = List.copyOf(problems);
    if ((value == null) == problems.isEmpty()) {
      throw new IllegalArgumentException("Either a value or problems: " + problems);
    }
  }

  /**
   * Returns the value.
   *
   * @throws OperationException of kind {@code INVALID} that lists up to fifty problems
   */
  public T orThrow() {
    if (value == null) {
      throw new OperationException(
          Kind.INVALID, message(), "Correct the file; nothing was stored", null);
    }
    return value;
  }

  private String message() {
    String shown =
        problems.stream()
            .limit(MOST_SHOWN)
            .map(YamlProblem::toString)
            .collect(Collectors.joining("\n"));
    int more = problems.size() - MOST_SHOWN;
    return more > 0 ? shown + "\nand %d more".formatted(more) : shown;
  }
}
