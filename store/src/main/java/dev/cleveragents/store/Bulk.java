package dev.cleveragents.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many rows are stored into a table at once. PostgreSQL gets them as {@link ArrayInsert},
 * SQLite as {@link JsonInsert} where they are, and the same statement for each row otherwise.
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

  /** The columns, by their places, in which these rows are not all the same. */
  List<Integer> varying(List<@Nullable Object[]> rows) {
    @Nullable Object[] first = rows.getFirst();
    List<Integer> varying = new ArrayList<>();
    for (int column = 0; column < first.length; column++) {
      for (@Nullable Object[] row : rows) {
        if (!Objects.equals(first[column], row[column])) {
          varying.add(column);
          break;
        }
      }
    }
    return varying;
  }

  /** The type that PostgreSQL has for a column. */
  String typeOf(int column) {
    return column < texts.size() ? "text" : "bigint";
  }

  /** The values of one column. */
  @Nullable Object[] valuesAt(int column, List<@Nullable Object[]> rows) {
    boolean text = column < texts.size();
    @Nullable Object[] values = text ? new String[rows.size()] : new Long[rows.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = rows.get(i)[column];
      values[i] = value instanceof Number number ? (Object) number.longValue() : value;
    }
    return values;
  }
}
