package dev.cleveragents.engine.yaml;

import dev.cleveragents.engine.PlanException;
import dev.cleveragents.engine.PlanException.Kind;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What reading a document has given: a value, or problems, never both and never neither.
 *
 * @param problems in the order of the document
 */
public record Checked<T>(@Nullable T value, List<YamlProblem> problems) {

  private static final int MOST_SHOWN = 50;

  public Checked {
    problems = List.copyOf(problems);
    if ((value == null) == problems.isEmpty()) {
      throw new IllegalArgumentException("Either a value or problems: " + problems);
    }
  }

  /**
   * The value.
   *
   * @throws PlanException of kind {@code INVALID} that names every problem, up to fifty
   */
  public T orThrow() {
    if (value == null) {
      throw new PlanException(
          Kind.INVALID, message(), "Correct the file; nothing was stored.", null);
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
