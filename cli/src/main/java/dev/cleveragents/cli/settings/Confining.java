package dev.cleveragents.cli.settings;

import dev.cleveragents.engine.sandbox.CommandBounds;
import dev.cleveragents.engine.sandbox.SharedPaths;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How commands of plans are kept to their copies.
 *
 * @param mode {@code sandbox.confine}
 * @param writable {@code sandbox.writable}, as it was written
 * @param userHome what {@code ~} means there
 */
public record Confining(Setting<String> mode, Setting<String> writable, Path userHome) {

  static final String AUTO = "auto";

  /** What commands may write, with our data in that folder. */
  public CommandBounds bounds(Path data) {
    return CommandBounds.of(
        mode(mode.value()), SharedPaths.parse(writable.value(), userHome), data);
  }

  static CommandBounds.Mode mode(String word) {
    List<String> words =
        Arrays.stream(CommandBounds.Mode.values())
            .map(it -> it.name().toLowerCase(Locale.ROOT))
            .toList();
    if (!words.contains(word)) {
      throw new IllegalArgumentException(
          "'%s' is none of %s".formatted(word, String.join(", ", words)));
    }
    return CommandBounds.Mode.valueOf(word.toUpperCase(Locale.ROOT));
  }
}
