package dev.cleveragents.models.provider;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks into JSON that may have any shape: what is missing or of another type is null. */
final class JsonFields {

  private JsonFields() {}

  /** The value at the end of this path of members; a number stands for an element of a list. */
  static @Nullable Object at(@Nullable Object json, Object... path) {
    Object value = json;
    for (Object step : path) {
      value =
          switch (value) {
            case Map<?, ?> map -> map.get(step);
            case List<?> list when step instanceof Integer i && i < list.size() -> list.get(i);
            case null, default -> null;
          };
    }
    return value;
  }

  static @Nullable String text(@Nullable Object json, Object... path) {
    return at(json, path) instanceof String text ? text : null;
  }

  static @Nullable Long number(@Nullable Object json, Object... path) {
    return at(json, path) instanceof Number number ? number.longValue() : null;
  }

  /** A count of tokens; one that is missing or negative is zero. */
  static long count(@Nullable Object json, Object... path) {
    Long number = number(json, path);
    return number == null ? 0 : Math.max(0, number);
  }
}
