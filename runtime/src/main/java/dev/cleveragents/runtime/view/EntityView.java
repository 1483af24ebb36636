package dev.cleveragents.runtime.view;

import dev.cleveragents.engine.audit.Redactor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The view of a type of entity: one list of fields, shown as JSON, as the rows of a page, and as
 * one line of a list, without secrets in any of the three but in fields marked as exact. Immutable.
 */
public final class EntityView<T> {

  private static final Redactor REDACTOR = Redactor.standard();
  private static final int LONGEST = 60;

  private final List<ViewField<T>> fields;
  private final BiFunction<T, Function<String, String>, ViewRow> line;

  private EntityView(
      List<ViewField<T>> fields, BiFunction<T, Function<String, String>, ViewRow> line) {
    this.fields = fields;
    this.line = line;
  }

  /**
   * A view.
   *
   * @param line makes the line of a list from the subject and the texts of the page by label
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The fields are only read.
  static <T> EntityView<T> of(
      BiFunction<T, Function<String, String>, ViewRow> line, ViewField<T>... fields) {
    return new EntityView<>(List.of(fields), line);
  }

  /** A view of a type that is never listed. */
  @SafeVarargs
  @SuppressWarnings("varargs") // The fields are only read.
  static <T> EntityView<T> unlisted(ViewField<T>... fields) {
    return of(
        (_, _) -> {
          throw new UnsupportedOperationException("this type is never listed");
        },
        fields);
  }

  /** The fields for programs; a value is text, a number, an enum, another map, or a list. */
  public Map<String, @Nullable Object> data(T subject) {
    Map<String, @Nullable Object> data = new LinkedHashMap<>();
    for (ViewField<T> field : fields) {
      if (!field.name().isEmpty() && field.rule().present().test(subject)) {
        Object value = field.value().apply(subject);
        data.put(field.name(), field.rule().exact() ? value : redacted(value));
      }
    }
    return data;
  }

  /** The same for several subjects. */
  public List<Map<String, @Nullable Object>> data(List<T> subjects) {
    return subjects.stream().map(this::data).toList();
  }

  /** The rows of a page. */
  public List<ViewRow> rows(T subject) {
    List<ViewRow> rows = new ArrayList<>();
    for (ViewField<T> field : fields) {
      if (!field.label().isEmpty() && field.rule().present().test(subject)) {
        UnaryOperator<String> shown = field.rule().exact() ? it -> it : REDACTOR::redact;
        for (ViewCell cell : field.cells().apply(subject)) {
          rows.add(
              new ViewRow(
                  field.label(), shown.apply(cell.text()), shown.apply(cell.note()), cell.mark()));
        }
      }
    }
    return rows;
  }

  /** The line of a list. */
  public ViewRow line(T subject) {
    ViewRow row = line.apply(subject, label -> text(subject, label));
    return new ViewRow(row.label(), redacted(row.value()), redacted(row.note()), row.mark());
  }

  /** The text of a field on the page, empty if it is not shown. */
  public String text(T subject, String label) {
    return rows(subject).stream()
        .filter(row -> row.label().equals(label))
        .findFirst()
        .map(ViewRow::value)
        .orElse("");
  }

  /** A text on one line of at most 60 characters. */
  public static String shortened(String text) {
    return shortened(text, LONGEST);
  }

  /** A text on one line of at most this many characters. */
  static String shortened(String text, int longest) {
    String whole = text.replace('\n', ' ');
    return whole.codePointCount(0, whole.length()) <= longest
        ? whole
        : whole.substring(0, whole.offsetByCodePoints(0, longest - 1)) + "…";
  }

  /** A text without secrets, for what shows only a part of it. */
  public static String redacted(String text) {
    return REDACTOR.redact(text);
  }

  private static @Nullable Object redacted(@Nullable Object value) {
    return switch (value) {
      case String text -> redacted(text);
      case List<?> list -> {
        List<@Nullable Object> safe = new ArrayList<>();
        list.forEach(element -> safe.add(redacted(element)));
        yield safe;
      }
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> safe = new LinkedHashMap<>();
        map.forEach((name, member) -> safe.put(String.valueOf(name), redacted(member)));
        yield safe;
      }
      case null, default -> value;
    };
  }
}
