package dev.cleveragents.engine.yaml;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What may stand at a place of a document. One table of shapes serves the reader and the JSON
 * Schema, so that they cannot differ. Behind each the type that a {@link Section} gives for it.
 */
public sealed interface Shape {

  /** Text of 1 to so many characters, without NUL: {@code String}. */
  record Text(int longest) implements Shape {}

  /** Text that may also be empty: {@code String}. */
  record AnyText(int longest) implements Shape {}

  /** The name of a thing, with or without its namespace: {@code Name}. */
  record Named() implements Shape {}

  /** Text that matches a pattern, which {@code what} explains: {@code String}. */
  record Matching(String pattern, String what) implements Shape {}

  /** The path of a file inside a resource: {@code String}. */
  record RelativePath() implements Shape {}

  /** A whole number between two others, both included: {@code Long}. */
  record Whole(long least, long most) implements Shape {}

  /** A number between two others, both included: {@code Double}. */
  record Fraction(double least, double most) implements Shape {}

  /** {@code true} or {@code false}: {@code Boolean}. */
  record Flag() implements Shape {}

  /** One of a few words: {@code String}. */
  record Word(List<String> words) implements Shape {
    public Word {
      words = List.copyOf(words);
    }
  }

  /** A span of time, such as {@code 1h30m}: {@code Duration}. */
  record Time(Duration least, Duration most) implements Shape {}

  /**
   * Text, a number, true or false: {@code String}, {@code Long}, {@code Double}, {@code Boolean}.
   */
  record Scalar() implements Shape {}

  /** A list of at most so many elements: {@code List}. */
  record ListOf(Shape element, int most) implements Shape {}

  /** A mapping with known keys: {@link Section}. */
  record Keys(List<Field> fields) implements Shape {
    public Keys {
      fields = List.copyOf(fields);
    }

    public static Keys of(Field... fields) {
      return new Keys(List.of(fields));
    }

    Optional<Field> field(String key) {
      return fields.stream().filter(field -> field.key().equals(key)).findFirst();
    }

    List<String> names() {
      return fields.stream().map(Field::key).toList();
    }
  }

  /** A mapping with exactly one of several keys: {@link Section}. */
  record OneOf(Keys keys) implements Shape {}
}
