package dev.cleveragents.runtime.view;

import java.util.List;
import java.util.function.Function;

/**
 * A list of entities as a table for people, without secrets. The last column is the one that a
 * narrow terminal cuts.
 *
 * @param columns their names
 * @param line makes the line of an entity
 */
public record ViewTable<T>(List<String> columns, Function<T, Line> line) {

  public ViewTable {
    columns = List.copyOf(columns);
  }

  /** A line of the table, with a cell for each column. */
  public record Line(List<String> cells, Mark mark) {}

  /** The line of an entity. */
  public Line of(T subject) {
    Line made = line.apply(subject);
    return new Line(made.cells().stream().map(EntityView::redacted).toList(), made.mark());
  }
}
