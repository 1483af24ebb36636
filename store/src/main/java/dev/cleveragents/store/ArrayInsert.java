package dev.cleveragents.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * New rows in the form that costs PostgreSQL least: one statement that gets what they have in
 * common once, and a list of values for each column in which they differ. Unpacking a list costs
 * the server as much as storing that part of the rows.
 *
 * @param sql the statement
 * @param arguments its arguments
 */
record ArrayInsert(String sql, List<@Nullable Object> arguments) {

  static ArrayInsert of(Bulk bulk, List<@Nullable Object[]> rows, Connection connection)
      throws SQLException {
    List<Integer> varying = bulk.varying(rows);
    List<Integer> listed = varying.isEmpty() ? List.of(0) : varying;
    List<String> values = new ArrayList<>();
    List<@Nullable Object> arguments = new ArrayList<>();
    List<String> marks = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<Object> lists = new ArrayList<>();
    for (int column = 0; column < rows.getFirst().length; column++) {
      String type = bulk.typeOf(column);
      if (listed.contains(column)) {
        values.add("it.c" + column);
        names.add("c" + column);
        marks.add("?::" + type + "[]");
        lists.add(connection.createArrayOf(type, bulk.valuesAt(column, rows)));
      } else {
        values.add("?::" + type);
        arguments.add(rows.getFirst()[column]);
      }
    }
    arguments.addAll(lists);
    String source =
        " FROM unnest(%s) AS it (%s)".formatted(String.join(", ", marks), String.join(", ", names));
    return new ArrayInsert(bulk.ofSelected(String.join(", ", values)) + source, arguments);
  }
}
