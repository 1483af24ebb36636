package dev.cleveragents.cli.output;

import dev.cleveragents.runtime.view.EntityView;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One object of an answer for programs: names with values, in order of insertion. Immutable; {@link
 * #with} gives a new one. A value is text, a number, true or false, null, another {@code Data}, or
 * a list of these. A map becomes {@code Data}; a path, an instant and an enum constant become text;
 * any other type is refused, so that no program gets an accidental format.
 */
public final class Data {

  private static final Data EMPTY = new Data(Map.of());

  private final Map<String, @Nullable Object> values;

  private Data(Map<String, @Nullable Object> values) {
    this.values = values;
  }

  /** No names yet. */
  public static Data empty() {
    return EMPTY;
  }

  /** An object with one name. */
  public static Data of(String name, @Nullable Object value) {
    return EMPTY.with(name, value);
  }

  /** The fields of a view. */
  public static <T> Data of(EntityView<T> view, T subject) {
    return of(view.data(subject));
  }

  /** The fields of a view, for each of several subjects. */
  public static <T> List<Data> all(EntityView<T> view, List<T> subjects) {
    return subjects.stream().map(subject -> of(view, subject)).toList();
  }

  private static Data of(Map<?, ?> fields) {
    Data data = EMPTY;
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      data = data.with(String.valueOf(field.getKey()), field.getValue());
    }
    return data;
  }

  /**
   * This object with one more name, or another value for a name it has.
   *
   * @throws IllegalArgumentException if the value is of a type that an answer cannot carry
   */
  public Data with(String name, @Nullable Object value) {
    Map<String, @Nullable Object> more = new LinkedHashMap<>(values);
    more.put(name, accepted(name, value));
    return new Data(more);
  }

  /** The value of that name as it is written, or null if there is none. */
  public @Nullable Object get(String name) {
    return values.get(name);
  }

  Set<Map.Entry<String, @Nullable Object>> entries() {
    return values.entrySet();
  }

  private static @Nullable Object accepted(String name, @Nullable Object value) {
    return switch (value) {
      case null -> null;
      case String _, Boolean _, Integer _, Long _, Double _, Data _ -> value;
      case Path path -> path.toString();
      case Instant instant -> instant.toString();
      case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT);
      case Map<?, ?> map -> of(map);
      case List<?> list -> acceptedAll(name, list);
      default ->
          throw new IllegalArgumentException(
              "An answer cannot carry a " + value.getClass().getName() + " as " + name);
    };
  }

  private static List<@Nullable Object> acceptedAll(String name, List<?> list) {
    List<@Nullable Object> all = new ArrayList<>(list.size());
    for (Object element : list) {
      all.add(accepted(name, element));
    }
    return Collections.unmodifiableList(all);
  }
}
