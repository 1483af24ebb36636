package dev.cleveragents.engine.definition;

import dev.cleveragents.workspace.OperationException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with placeholders {@code {name}}; there are no expressions. {@code {{} and {@code }}} are
 * braces, and {@code ${name}} belongs to the shell. Values are filled in once: a placeholder inside
 * a value is not replaced. Immutable.
 */
public final class Template {

  /** The maximum number of characters of a filled text. */
  static final int LONGEST_RESULT = 1_000_000;

  private static final Pattern MARK =
      Pattern.compile("\\{\\{|}}|(?<!\\$)\\{([a-z][a-z0-9_]{0,63})}");

  private sealed interface Piece {}

  private record Literal(String text) implements Piece {}

  private record Hole(String name, boolean shellSafe) implements Piece {}

  private final List<Piece> pieces;

  private Template(List<Piece> pieces) {
    this.pieces = List.copyOf(pieces);
  }

  /** Reads a text in which everything of the form {@code {name}} is a placeholder. */
  public static Template of(String text) {
    List<Piece> pieces = new ArrayList<>();
    ShellQuotes quotes = new ShellQuotes(text);
    Matcher mark = MARK.matcher(text);
    int end = 0;
    while (mark.find()) {
      pieces.add(new Literal(text.substring(end, mark.start())));
      String name = mark.group(1);
      pieces.add(
          name == null
              ? new Literal(mark.group().substring(1))
              : new Hole(name, quotes.areClosedAt(mark.start())));
      end = mark.end();
    }
    pieces.add(new Literal(text.substring(end)));
    return new Template(pieces);
  }

  /**
   * Reads a text in which only these names are placeholders and all other braces are kept: a
   * command line typed by a person.
   */
  public static Template ofOnly(Set<String> names, String text) {
    List<Piece> pieces = new ArrayList<>();
    ShellQuotes quotes = new ShellQuotes(text);
    Matcher mark = MARK.matcher(text);
    int end = 0;
    while (mark.find()) {
      String name = mark.group(1);
      if (name != null && names.contains(name)) {
        pieces.add(new Literal(text.substring(end, mark.start())));
        pieces.add(new Hole(name, quotes.areClosedAt(mark.start())));
        end = mark.end();
      }
    }
    pieces.add(new Literal(text.substring(end)));
    return new Template(pieces);
  }

  /** The names of its placeholders, in the order of the text. */
  public Set<String> placeholders() {
    Set<String> names = new LinkedHashSet<>();
    pieces.forEach(
        piece -> {
          if (piece instanceof Hole(String name, _)) {
            names.add(name);
          }
        });
    return names;
  }

  /**
   * The placeholders at positions where a shell does not read a quoted word: inside quotes or
   * backquotes, in a comment, or after {@code <<}. A command line must have none.
   */
  public Set<String> unsafeInShell() {
    Set<String> names = new LinkedHashSet<>();
    pieces.forEach(
        piece -> {
          if (piece instanceof Hole(String name, boolean safe) && !safe) {
            names.add(name);
          }
        });
    return names;
  }

  /**
   * The text with the values filled in.
   *
   * @throws OperationException if a value is missing or the text becomes too long
   */
  public String fill(Map<String, String> values) {
    return fill(values, UnaryOperator.identity());
  }

  /**
   * The command line with each value filled in as one word that the shell takes literally.
   *
   * @throws OperationException if a value is missing or contains a NUL character, the line becomes
   *     too long, or quoting does not protect a placeholder at its position
   */
  public String fillCommandLine(Map<String, String> values) {
    for (String name : unsafeInShell()) {
      throw OperationException.invalid(unsafe(name));
    }
    return fill(values, Template::quoted);
  }

  /** The message for a placeholder that quoting does not protect. */
  static String unsafe(String name) {
    return "{%s} is inside quotes, backquotes, a comment or a here-document; its value is quoted already, so write it outside of them"
        .formatted(name);
  }

  /** A word that a POSIX shell takes literally. */
  public static String quoted(String value) {
    if (value.indexOf('\0') >= 0) {
      throw OperationException.invalid("A value for a command line contains a NUL character");
    }
    return "'" + value.replace("'", "'\\''") + "'";
  }

  private String fill(Map<String, String> values, UnaryOperator<String> form) {
    StringBuilder text = new StringBuilder();
    for (Piece piece : pieces) {
      switch (piece) {
        case Literal(String literal) -> text.append(literal);
        case Hole(String name, _) -> {
          String value = values.get(name);
          if (value == null) {
            throw OperationException.invalid("There is no value for {%s}".formatted(name));
          }
          text.append(form.apply(value));
        }
      }
      if (text.length() > LONGEST_RESULT) {
        throw OperationException.invalid(
            "The text becomes longer than %,d characters; give shorter values"
                .formatted(LONGEST_RESULT));
      }
    }
    return text.toString();
  }
}
