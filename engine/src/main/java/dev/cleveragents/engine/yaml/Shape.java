package dev.cleveragents.engine.yaml;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The allowed values at one position of a document. The reader and the JSON Schema use the same
 * shapes, so that they cannot differ. Each comment ends with the Java type in a {@link
 * YamlMapping}.
 */
public sealed interface Shape {

  /** Non-blank text up to a length, without NUL: {@code String}. */
  record Text(int longest) implements Shape {}

  /** Text that may also be empty: {@code String}. */
  record AnyText(int longest) implements Shape {}

  /** A name, with or without its namespace: {@code Name}. */
  record Named() implements Shape {}

  /** Text that matches a pattern; {@code what} explains it: {@code String}. */
  record Matching(String pattern, String what) implements Shape {}

  /** The path of a file inside a resource: {@code String}. */
  record RelativePath() implements Shape {}

  /** A whole number in an inclusive range: {@code Long}. */
  record Whole(long least, long most) implements Shape {}

  /** A number in an inclusive range: {@code Double}. */
  record Fraction(double least, double most) implements Shape {}

  /** {@code true} or {@code false}: {@code Boolean}. */
  record Flag() implements Shape {}

  /** One of a few words: {@code String}. */
  record Word(List<String> words) implements Shape {
    public Word {
      words = List.copyOf(words);
    }
  }

  /** A duration, such as {@code 1h30m}: {@code Duration}. */
  record Time(Duration least, Duration most) implements Shape {}

  /**
   * Text, a number, true or false: {@code String}, {@code Long}, {@code Double}, {@code Boolean}.
   */
  record Scalar() implements Shape {}

  /** A list with a maximum number of elements: {@code List}. */
  record ListOf(Shape element, int most) implements Shape {}

  /** A mapping with known keys: {@link YamlMapping}. */
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

  /** A mapping with exactly one of several keys: {@link YamlMapping}. */
  record OneOf(Keys keys) implements Shape {}
}
