package dev.cleveragents.engine.plan.brief;

import dev.cleveragents.workspace.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A JSON object of a stored form; a missing member is an error. */
record JsonPart(Map<?, ?> members) {

  static JsonPart of(String text) {
    return new JsonPart(Json.readObject(text));
  }

  boolean has(String name) {
    return members.get(name) != null;
  }

  String text(String name) {
    return (String) Objects.requireNonNull(members.get(name), name);
  }

  @Nullable String optional(String name) {
    return (String) members.get(name);
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(members.get(name));
  }

  long number(String name) {
    return (Long) Objects.requireNonNull(members.get(name), name);
  }

  long number(String name, long ifAbsent) {
    return members.get(name) instanceof Long number ? number : ifAbsent;
  }

  double fraction(String name) {
    return ((Number) Objects.requireNonNull(members.get(name), name)).doubleValue();
  }

  JsonPart part(String name) {
    return new JsonPart((Map<?, ?>) Objects.requireNonNull(members.get(name), name));
  }

  List<String> texts(String name) {
    return list(name).stream().map(String::valueOf).toList();
  }

  <T> List<T> parts(String name, Function<JsonPart, T> reader) {
    return list(name).stream()
        .map(element -> reader.apply(new JsonPart((Map<?, ?>) element)))
        .toList();
  }

  private List<?> list(String name) {
    return (List<?>) Objects.requireNonNull(members.get(name), name);
  }
}
