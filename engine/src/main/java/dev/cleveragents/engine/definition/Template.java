package dev.cleveragents.engine.definition;

import dev.cleveragents.engine.PlanException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with {@code {name}} in it, where a value is put; there are no expressions. {@code {{} and
 * {@code }}} are braces, and {@code ${name}} is the shell's own. Values are put in once: what looks
 * like a placeholder in a value stays as it is. Immutable.
 */
public final class Template {

  /** How many characters a filled text may have. */
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
   * Reads a text in which only these names are placeholders, and all other braces stay as they are:
   * a command line that a person has typed.
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
   * The placeholders that stand where a shell would not read a quoted word: inside quotes or
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
   * The text with the values in their places.
   *
   * @throws PlanException if a value is missing or the text becomes too long
   */
  public String fill(Map<String, String> values) {
    return fill(values, UnaryOperator.identity());
  }

  /**
   * The command line with each value in its place as one word that the shell takes literally.
   *
   * @throws PlanException if a value is missing or has a NUL character, the line becomes too long,
   *     or a placeholder stands where quoting does not help
   */
  public String fillCommandLine(Map<String, String> values) {
    for (String name : unsafeInShell()) {
      throw PlanException.invalid(unsafe(name));
    }
    return fill(values, Template::quoted);
  }

  /** Why a placeholder must not stand where it does. */
  static String unsafe(String name) {
    return "{%s} stands inside quotes, backquotes, a comment or a here-document; it becomes a quoted word by itself, so write it outside of them"
        .formatted(name);
  }

  /** A word that a POSIX shell takes literally. */
  public static String quoted(String value) {
    if (value.indexOf('\0') >= 0) {
      throw PlanException.invalid("A value for a command line has a NUL character");
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
            throw PlanException.invalid("There is no value for {%s}".formatted(name));
          }
          text.append(form.apply(value));
        }
      }
      if (text.length() > LONGEST_RESULT) {
        throw PlanException.invalid(
            "The text becomes longer than %,d characters; give shorter values"
                .formatted(LONGEST_RESULT));
      }
    }
    return text.toString();
  }
}
