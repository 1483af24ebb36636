package dev.cleveragents.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How rows of one table are inserted many at a time. Each database gets the form that costs it
 * least.
 *
 * @param table the table
 * @param texts the columns that hold text, the first ones of each row
 * @param numbers the columns that hold numbers, the rest of each row
 * @param constants the columns that have the same value in every row
 */
public record BulkInsert(
    String table, List<String> texts, List<String> numbers, Constants constants) {

  /** A list of columns, and one of their values, both as SQL. */
  public record Constants(String columns, String values) {}

  public BulkInsert {
    texts = List.copyOf(texts);
    numbers = List.copyOf(numbers);
  }

  private String insert() {
    return "INSERT INTO %s (%s, %s, %s) "
        .formatted(
            table, String.join(", ", texts), String.join(", ", numbers), constants.columns());
  }

  /** The statement for one row. */
  public String ofOneRow() {
    String marks = String.join(", ", Collections.nCopies(texts.size() + numbers.size(), "?"));
    return insert() + "VALUES (%s, %s)".formatted(marks, constants.values());
  }

  /**
   * One statement for all rows, for SQLite: with the values that differ as one JSON text. Null if
   * the rows differ in more than two columns, or are too few.
   */
  public @Nullable SqlStatement withJson(List<@Nullable Object[]> rows) {
    return JsonInsert.of(this, rows);
  }

  /**
   * One statement for all rows, for PostgreSQL: with an array of values for each column in which
   * they differ, and the values that they share once. Unpacking an array costs the server as much
   * as storing that part of the rows.
   */
  public SqlStatement withArrays(List<@Nullable Object[]> rows, Connection connection)
      throws SQLException {
    List<Integer> varying = varying(rows);
    List<Integer> listed = varying.isEmpty() ? List.of(0) : varying;
    List<String> values = new ArrayList<>();
    List<@Nullable Object> arguments = new ArrayList<>();
    List<String> marks = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Object> arrays = new ArrayList<>();
    for (int column = 0; column < rows.getFirst().length; column++) {
      String type = column < texts.size() ? "text" : "bigint";
      if (listed.contains(column)) {
        values.add("it.c" + column);
        names.add("c" + column);
        marks.add("?::" + type + "[]");
        arrays.add(connection.createArrayOf(type, valuesAt(column, rows)));
      } else {
        values.add("?::" + type);
        arguments.add(rows.getFirst()[column]);
      }
    }
    arguments.addAll(arrays);
    String source =
        " FROM unnest(%s) AS it (%s)".formatted(String.join(", ", marks), String.join(", ", names));
    return new SqlStatement(ofSelected(String.join(", ", values)) + source, arguments);
  }

  /** The statement up to what these values are selected from. */
  String ofSelected(String values) {
    return insert() + "SELECT %s, %s".formatted(values, constants.values());
  }

  /** The columns, by their positions, in which these rows are not all the same. */
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

  private @Nullable Object[] valuesAt(int column, List<@Nullable Object[]> rows) {
    boolean text = column < texts.size();
    @Nullable Object[] values = text ? new String[rows.size()] : new Long[rows.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = rows.get(i)[column];
      values[i] = value instanceof Number number ? (Object) number.longValue() : value;
    }
    return values;
  }
}
