package dev.cleveragents.engine.outside;

import dev.cleveragents.engine.model.ModelUsage;
import dev.cleveragents.workspace.Json;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object of another program: a member that is missing or has another type is empty or zero.
 */
record JsonEvent(Map<?, ?> members) {

  /** Arguments that say most about the use of a tool, the most telling first. */
  private static final List<String> TELLING =
      List.of(
          "file_path", "filePath", "path", "command", "cmd", "pattern", "query", "url", "prompt");

  /** The object on a line; empty if the line is none. */
  static Optional<JsonEvent> of(String line) {
    String text = line.strip();
    if (!text.startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new JsonEvent(Json.readObject(text)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private @Nullable Object at(String name) {
    return members.get(name);
  }

  String text(String name) {
    return at(name) instanceof String text ? text : "";
  }

  /** A count of tokens. */
  long count(String name) {
    return at(name) instanceof Number number ? Math.clamp(number.longValue(), 0L, 1L << 40) : 0;
  }

  Optional<Double> number(String name) {
    return at(name) instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
  }

  JsonEvent part(String name) {
    return at(name) instanceof Map<?, ?> map ? new JsonEvent(map) : new JsonEvent(Map.of());
  }

  List<JsonEvent> parts(String name) {
    return at(name) instanceof Collection<?> all ? objects(all) : List.of();
  }

  /** The objects that are the values of this one. */
  List<JsonEvent> values() {
    return objects(members.values());
  }

  private static List<JsonEvent> objects(Collection<?> all) {
    return all.stream()
        .flatMap(it -> it instanceof Map<?, ?> map ? Stream.of(new JsonEvent(map)) : Stream.of())
        .toList();
  }

  /** The argument that says most about the use of a tool. */
  String tellingArgument() {
    return TELLING.stream().map(this::text).filter(it -> !it.isEmpty()).findFirst().orElse("");
  }

  /**
   * The usage in an object whose count of input includes the input that was cached, as OpenAI and
   * Gemini count.
   */
  ModelUsage usageWithCachedInput(String cached, String cacheWrite) {
    long input = count("input_tokens");
    long read = Math.min(input, count(cached));
    long write = Math.min(input - read, count(cacheWrite));
    return new ModelUsage(input - read - write, read, write, count("output_tokens"));
  }
}
