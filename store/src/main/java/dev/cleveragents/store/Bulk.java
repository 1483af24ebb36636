package dev.cleveragents.store;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many rows are stored into a table at once. PostgreSQL gets one statement with a list for each
 * column; SQLite gets {@link AlikeRows} in one, and the same statement for each row otherwise.
 *
 * @param table the table
 * @param texts the columns that hold text, the first ones of each row
 * @param numbers the columns that hold numbers, the rest of it
 * @param same what all rows have in common: a list of columns and one of values, both as SQL
 */
public record Bulk(String table, List<String> texts, List<String> numbers, Same same) {

  /** What all rows have in common. */
  public record Same(String columns, String values) {}

  public Bulk {
    texts = List.copyOf(texts);
    numbers = List.copyOf(numbers);
  }

  private String insert() {
    return "INSERT INTO %s (%s, %s, %s) "
        .formatted(table, String.join(", ", texts), String.join(", ", numbers), same.columns());
  }

  /** The statement for one row. */
  String ofOneRow() {
    String marks = String.join(", ", Collections.nCopies(texts.size() + numbers.size(), "?"));
    return insert() + "VALUES (%s, %s)".formatted(marks, same.values());
  }

  /** The statement up to what these values are selected from. */
  String ofSelected(String values) {
    return insert() + "SELECT %s, %s".formatted(values, same.values());
  }

  /** The statement for a list of values of each column. */
  String ofLists() {
    String lists =
        String.join(
            ", ",
            String.join(", ", Collections.nCopies(texts.size(), "?::text[]")),
            String.join(", ", Collections.nCopies(numbers.size(), "?::bigint[]")));
    return insert() + "SELECT it.*, %s FROM unnest(%s) AS it".formatted(same.values(), lists);
  }

  /** The values of a column that holds text. */
  @Nullable String[] textsAt(int column, List<@Nullable Object[]> rows) {
    @Nullable String[] values = new String[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (String) rows.get(i)[column];
    }
    return values;
  }

  /** The values of a column that holds numbers, counted from the first of those. */
  @Nullable Long[] numbersAt(int column, List<@Nullable Object[]> rows) {
    @Nullable Long[] values = new Long[rows.size()];
    for (int i = 0; i < values.length; i++) {
      Number number = (Number) rows.get(i)[texts.size() + column];
      values[i] = number == null ? null : (Long) number.longValue();
    }
    return values;
  }
}
