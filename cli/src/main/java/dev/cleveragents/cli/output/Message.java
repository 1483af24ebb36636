package dev.cleveragents.cli.output;

import java.util.Locale;

/** A remark beside the answer. */
public record Message(Level level, String text) {

  /** How much it matters; a warning makes the status of an answer {@code warn}. */
  public enum Level {
    INFO,
    WARN,
    DEBUG;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A warning from a command that succeeded. */
  public static Message warning(String text) {
    return new Message(Level.WARN, text);
  }
}
