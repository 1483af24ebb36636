package dev.cleveragents.runtime.settings;

/**
 * A value and where it comes from.
 *
 * @param source for people, for example {@code --format} or {@code default}
 */
public record Setting<T>(T value, String source) {

  /** The source of a value that was not set anywhere. */
  public static final String DEFAULT = "default";
}
