package dev.cleveragents.cli.settings;

import dev.cleveragents.cli.output.Message;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the configuration file says: known keys with their values and where each stands. */
record Config(Map<String, Value> values, List<Message> warnings) {

  /** No file, or nothing in it. */
  static final Config EMPTY = new Config(Map.of(), List.of());

  Config {
    values = Map.copyOf(values);
    warnings = List.copyOf(warnings);
  }

  /**
   * One value of the file.
   *
   * @param where file and line, for people
   */
  record Value(String text, String where) {}

  @Nullable Value value(String key) {
    return values.get(key);
  }
}
