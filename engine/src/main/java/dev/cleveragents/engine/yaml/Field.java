package dev.cleveragents.engine.yaml;

/**
 * A key of a mapping.
 *
 * @param description for people who write such a file
 */
public record Field(String key, Shape shape, boolean required, String description) {

  /** A required key. */
  public static Field required(String key, Shape shape, String description) {
    return new Field(key, shape, true, description);
  }

  /** An optional key. */
  public static Field optional(String key, Shape shape, String description) {
    return new Field(key, shape, false, description);
  }
}
