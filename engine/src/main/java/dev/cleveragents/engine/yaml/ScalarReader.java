package dev.cleveragents.engine.yaml;

import dev.cleveragents.engine.DurationText;
import dev.cleveragents.workspace.Name;
import dev.cleveragents.workspace.NameSuggestion;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.WholeNumber;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads single values. Types are strict, as in YAML: a number is not a text, a word not a flag. */
final class ScalarReader {

  private static final int LONGEST_PATH = 4_000;
  private static final int LONGEST_NUMBER = 40;

  private ScalarReader() {}

  /**
   * Reads a value of the type that the shape names.
   *
   * @throws IllegalArgumentException if it does not fit; the message says what does
   */
  static Object read(ScalarNode node, Shape shape) {
    return switch (shape) {
      case Shape.Text(int longest) -> notEmpty(text(node, shape, longest));
      case Shape.AnyText(int longest) -> text(node, shape, longest);
      case Shape.Named _ -> name(text(node, shape, LONGEST_PATH));
      case Shape.Matching(String pattern, String what) -> matching(node, shape, pattern, what);
      case Shape.RelativePath _ -> path(notEmpty(text(node, shape, LONGEST_PATH)));
      case Shape.Whole(long least, long most) -> {
        long value = whole(node, shape);
        yield within(value >= least && value <= most, node, shape, value);
      }
      case Shape.Fraction(double least, double most) -> {
        double value = fraction(node, shape);
        yield within(value >= least && value <= most, node, shape, value);
      }
      case Shape.Flag _ -> flag(node, shape);
      case Shape.Word(List<String> words) -> word(text(node, shape, LONGEST_PATH), words);
      case Shape.Time(Duration least, Duration most) -> {
        Duration value = DurationText.parse(text(node, shape, LONGEST_NUMBER));
        boolean inside = value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
        yield within(inside, node, shape, value);
      }
      case Shape.Scalar _ -> any(node, shape);
      case Shape.ListOf _, Shape.Keys _, Shape.OneOf _ ->
          throw new IllegalArgumentException("must be %s".formatted(expected(shape)));
    };
  }

  /** The expected value, in words. */
  static String expected(Shape shape) {
    return switch (shape) {
      case Shape.Text _, Shape.AnyText _ -> "text";
      case Shape.Named _ -> "a name";
      case Shape.Matching(_, String what) -> what;
      case Shape.RelativePath _ -> "the path of a file";
      case Shape.Whole(long least, long most) ->
          "a whole number from %d to %d".formatted(least, most);
      case Shape.Fraction(double least, double most) ->
          "a number from %s to %s".formatted(least, most);
      case Shape.Flag _ -> "true or false";
      case Shape.Word(List<String> words) -> "one of " + String.join(", ", words);
      case Shape.Time(Duration least, Duration most) ->
          "a duration from %s to %s".formatted(DurationText.write(least), DurationText.write(most));
      case Shape.Scalar _ -> "text, a number, true or false";
      case Shape.ListOf _ -> "a list";
      case Shape.Keys _, Shape.OneOf _ -> "a mapping";
    };
  }

  private static String text(ScalarNode node, Shape shape, int longest) {
    String text = node.getValue();
    if (!node.getTag().equals(Tag.STR)) {
      String hint =
          node.getTag().equals(Tag.NULL) ? "" : "; put it in quotes if it is meant as text";
      throw refusal(shape, ShapeReader.whatIs(node) + hint);
    }
    if (text.length() > longest) {
      throw new IllegalArgumentException(
          "has %,d characters; at most %,d are allowed".formatted(text.length(), longest));
    }
    requirePlain(text);
    return text;
  }

  /** Databases store neither a NUL nor half a surrogate pair. */
  private static void requirePlain(String text) {
    int point;
    for (int i = 0; i < text.length(); i += Character.charCount(point)) {
      point = text.codePointAt(i);
      if (point == 0 || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
        throw new IllegalArgumentException(
            "contains the character U+%04X, which cannot be stored as text".formatted(point));
      }
    }
  }

  private static String notEmpty(String text) {
    if (text.isBlank()) {
      throw new IllegalArgumentException("must not be empty");
    }
    return text;
  }

  private static Name name(String text) {
    try {
      return Name.of(text);
    } catch (OperationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static String matching(ScalarNode node, Shape shape, String pattern, String what) {
    String text = text(node, shape, LONGEST_PATH);
    if (!Pattern.matches(pattern, text)) {
      throw new IllegalArgumentException("must be %s, is '%s'".formatted(what, text));
    }
    return text;
  }

  private static String path(String path) {
    if (path.startsWith("/")) {
      throw new IllegalArgumentException(
          "must be relative to the resource, but starts with '/': " + path);
    }
    for (String part : path.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw new IllegalArgumentException(
            "must be a path without empty parts, '.' and '..', is '%s'".formatted(path));
      }
      if (part.equalsIgnoreCase(".git")) {
        throw new IllegalArgumentException("must not lead into '.git', is '%s'".formatted(path));
      }
    }
    return path;
  }

  private static long whole(ScalarNode node, Shape shape) {
    if (node.getTag().equals(Tag.INT) && node.getValue().length() <= LONGEST_NUMBER) {
      try {
        return WholeNumber.parse(node.getValue());
      } catch (NumberFormatException e) {
        throw refusal(shape, node.getValue());
      }
    }
    throw refusal(shape, ShapeReader.whatIs(node));
  }

  private static double fraction(ScalarNode node, Shape shape) {
    boolean number = node.getTag().equals(Tag.INT) || node.getTag().equals(Tag.FLOAT);
    if (number && node.getValue().length() <= LONGEST_NUMBER) {
      try {
        return Double.parseDouble(node.getValue());
      } catch (NumberFormatException e) {
        throw refusal(shape, node.getValue());
      }
    }
    throw refusal(shape, ShapeReader.whatIs(node));
  }

  private static boolean flag(ScalarNode node, Shape shape) {
    if (!node.getTag().equals(Tag.BOOL)) {
      throw refusal(shape, ShapeReader.whatIs(node));
    }
    return Boolean.parseBoolean(node.getValue());
  }

  private static String word(String text, List<String> words) {
    if (!words.contains(text)) {
      throw new IllegalArgumentException(
          "must be one of %s, is '%s'%s"
              .formatted(
                  String.join(", ", words),
                  text,
                  NameSuggestion.to(text, words)
                      .map(it -> "; did you mean '" + it + "'?")
                      .orElse("")));
    }
    return text;
  }

  private static Object any(ScalarNode node, Shape shape) {
    Tag tag = node.getTag();
    if (tag.equals(Tag.BOOL)) {
      return flag(node, shape);
    }
    if (tag.equals(Tag.INT)) {
      return whole(node, shape);
    }
    return tag.equals(Tag.FLOAT)
        ? within(Double.isFinite(fraction(node, shape)), node, shape, fraction(node, shape))
        : text(node, shape, LONGEST_PATH);
  }

  private static Object within(boolean inside, ScalarNode node, Shape shape, Object value) {
    if (!inside) {
      throw refusal(shape, node.getValue());
    }
    return value;
  }

  private static IllegalArgumentException refusal(Shape shape, String found) {
    return new IllegalArgumentException("must be %s, is %s".formatted(expected(shape), found));
  }
}
