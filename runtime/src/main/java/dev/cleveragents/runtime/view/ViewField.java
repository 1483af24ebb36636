package dev.cleveragents.runtime.view;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A field of a view.
 *
 * @param name its name in JSON; empty for a field of the page only
 * @param label its label on the page; empty for a field of JSON only
 * @param value its value in JSON
 * @param cells its values on the page, one per line
 * @param rule when it is shown, and whether with its secrets
 */
record ViewField<T>(
    String name,
    String label,
    Function<T, @Nullable Object> value,
    Function<T, List<ViewCell>> cells,
    Rule<T> rule) {

  /**
   * When a field is shown, and whether with its secrets.
   *
   * @param exact whether secrets stay, in JSON and on the page
   */
  record Rule<T>(Predicate<T> present, boolean exact) {}

  /** A field of JSON and of the page, which leaves out an empty value. */
  static <T> ViewField<T> of(String name, String label, Function<T, @Nullable Object> value) {
    return new ViewField<>(
        name, label, value, it -> cells(value.apply(it)), new Rule<>(_ -> true, false));
  }

  /** The id of an entity: whole in JSON, short on the page. */
  static <T> ViewField<T> id(String name, String label, Function<T, Object> value) {
    return ViewField.<T>of(name, label, it -> value.apply(it).toString())
        .shown(it -> ViewCell.of(DisplayText.shortId(value.apply(it))));
  }

  /** A field of JSON only. */
  static <T> ViewField<T> data(String name, Function<T, @Nullable Object> value) {
    return of(name, "", value);
  }

  /** A field of the page only. */
  static <T> ViewField<T> page(String label, Function<T, @Nullable Object> value) {
    return of("", label, value);
  }

  /** The same with this value on the page. */
  ViewField<T> shown(Function<T, ViewCell> cell) {
    return shownAll(it -> List.of(cell.apply(it)));
  }

  /** The same with these values on the page, one per line. */
  ViewField<T> shownAll(Function<T, List<ViewCell>> all) {
    return new ViewField<>(name, label, value, all, rule);
  }

  /** The same with its secrets: a document of the user's own. */
  ViewField<T> exact() {
    return new ViewField<>(name, label, value, cells, new Rule<>(rule.present(), true));
  }

  /** The same, only for some subjects. */
  ViewField<T> when(Predicate<T> present) {
    return new ViewField<>(name, label, value, cells, new Rule<>(present, rule.exact()));
  }

  private static List<ViewCell> cells(@Nullable Object value) {
    return switch (value) {
      case null -> List.of();
      case List<?> list ->
          list.stream().filter(Objects::nonNull).flatMap(it -> cells(it).stream()).toList();
      case Instant at -> List.of(ViewCell.of(at));
      case Enum<?> constant -> List.of(ViewCell.of(constant.name().toLowerCase(Locale.ROOT)));
      default -> value.toString().isEmpty() ? List.of() : List.of(ViewCell.of(value.toString()));
    };
  }
}
