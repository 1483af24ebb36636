package dev.cleveragents.store.sql;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows that differ in one or two columns only, as jobs do that are enqueued together. One
 * statement gets the shared values once and the others as one JSON text. Otherwise every value of
 * every row would cost a call into native code.
 */
final class JsonInsert {

  /** With fewer rows, one statement per row costs no more. */
  private static final int FEWEST = 4;

  private JsonInsert() {}

  /** The statement for these rows; null if they differ in more columns, or are too few. */
  static @Nullable SqlStatement of(BulkInsert bulk, List<@Nullable Object[]> rows) {
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
    return new SqlStatement(bulk.ofSelected(String.join(", ", values)) + source, arguments);
  }

  /** The first of two columns becomes a JSON name, so it must be text; a text must have no NUL. */
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
