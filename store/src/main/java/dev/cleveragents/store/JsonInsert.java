package dev.cleveragents.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * New rows that differ in one or two columns only, as jobs do that are enqueued together, in the
 * form that costs SQLite least: one statement that gets what they have in common once and the rest
 * as one text, instead of every value of every row by a call of its own into native code.
 *
 * @param sql the statement
 * @param arguments its arguments
 */
record JsonInsert(String sql, List<@Nullable Object> arguments) {

  /** With fewer a statement for each costs no more. */
  private static final int FEWEST = 4;

  /** These rows if they are alike, otherwise null. */
  static @Nullable JsonInsert of(Bulk bulk, List<@Nullable Object[]> rows) {
    List<Integer> own = rows.size() < FEWEST ? List.of() : bulk.varying(rows);
    if (own.isEmpty() || own.size() > 2 || !rows.stream().allMatch(row -> fits(row, own))) {
      return null;
    }
    @Nullable Object[] first = rows.getFirst();
    List<String> values = new ArrayList<>();
    List<@Nullable Object> arguments = new ArrayList<>();
    for (int column = 0; column < first.length; column++) {
      if (own.contains(column)) {
        values.add(own.size() == 2 && column == own.getFirst() ? "key" : "value");
      } else {
        values.add("?");
        arguments.add(first[column]);
      }
    }
    arguments.add(json(rows, own));
    String source = " FROM json_each(?)";
    return new JsonInsert(bulk.ofSelected(String.join(", ", values)) + source, arguments);
  }

  /** Of two columns the first is the name of the second, so it has to be a text; none has a NUL. */
  private static boolean fits(@Nullable Object[] row, List<Integer> own) {
    return (own.size() == 1 || row[own.getFirst()] instanceof String)
        && own.stream().noneMatch(it -> row[it] instanceof String text && text.indexOf(0) >= 0);
  }

  private static String json(List<@Nullable Object[]> rows, List<Integer> own) {
    boolean named = own.size() == 2;
    JsonText json = new JsonText().add(named ? '{' : '[');
    for (@Nullable Object[] row : rows) {
      json.next(row[own.getFirst()]);
      if (named) {
        json.add(':').value(row[own.getLast()]);
      }
    }
    return json.add(named ? '}' : ']').toString();
  }
}
