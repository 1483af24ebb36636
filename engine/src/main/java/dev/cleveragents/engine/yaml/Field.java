package dev.cleveragents.engine.yaml;

/**
 * A key that a mapping may have.
 *
 * @param required whether it must be there
 * @param description for people who write such a file
 */
public record Field(String key, Shape shape, boolean required, String description) {

  /** A key that must be there. */
  public static Field required(String key, Shape shape, String description) {
    return new Field(key, shape, true, description);
  }

  /** A key that may be left out. */
  public static Field optional(String key, Shape shape, String description) {
    return new Field(key, shape, false, description);
  }
}
