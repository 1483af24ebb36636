package dev.cleveragents.runtime.view;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One fact about a subject.
 *
 * @param name its name in JSON; empty for a field of the page only
 * @param label its label on the page; empty for a field of JSON only
 * @param value its value in JSON
 * @param cells its values on the page, one per line
 * @param rule when it is shown, and whether secrets are taken out of it
 */
record Field<T>(
    String name,
    String label,
    Function<T, @Nullable Object> value,
    Function<T, List<Cell>> cells,
    Rule<T> rule) {

  /**
   * When a field is shown, and to whom.
   *
   * @param redacted whether secrets are taken out, in JSON and on the page
   */
  record Rule<T>(Predicate<T> present, boolean redacted) {}

  /** A field of JSON and of the page, which leaves out an empty value. */
  static <T> Field<T> of(String name, String label, Function<T, @Nullable Object> value) {
    return new Field<>(
        name, label, value, it -> cells(value.apply(it)), new Rule<>(_ -> true, false));
  }

  /** A field of JSON only. */
  static <T> Field<T> data(String name, Function<T, @Nullable Object> value) {
    return of(name, "", value);
  }

  /** A field of the page only. */
  static <T> Field<T> page(String label, Function<T, @Nullable Object> value) {
    return of("", label, value);
  }

  /** The same with this value on the page. */
  Field<T> shown(Function<T, Cell> cell) {
    return shownAll(it -> List.of(cell.apply(it)));
  }

  /** The same with these values on the page, one per line. */
  Field<T> shownAll(Function<T, List<Cell>> all) {
    return new Field<>(name, label, value, all, rule);
  }

  /** The same without secrets. */
  Field<T> redacted() {
    return new Field<>(name, label, value, cells, new Rule<>(rule.present(), true));
  }

  /** The same, only for some subjects. */
  Field<T> when(Predicate<T> present) {
    return new Field<>(name, label, value, cells, new Rule<>(present, rule.redacted()));
  }

  private static List<Cell> cells(@Nullable Object value) {
    return switch (value) {
      case null -> List.of();
      case List<?> list ->
          list.stream().filter(Objects::nonNull).flatMap(it -> cells(it).stream()).toList();
      case Enum<?> constant -> List.of(Cell.of(constant.name().toLowerCase(Locale.ROOT)));
      default -> value.toString().isEmpty() ? List.of() : List.of(Cell.of(value.toString()));
    };
  }
}
