package dev.cleveragents.context.safety;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A pattern for paths: {@code *} and {@code ?} within a name, {@code **} for any number of folders,
 * {@code [a-z]}, {@code [!a-z]}, {@code {a,b}}. Without a slash it is a name at any depth; what it
 * matches, it matches with everything below; with a slash at its end it is folders only.
 *
 * <p>Matching looks at each character once and keeps all states that are possible, so that no
 * pattern takes long. Immutable.
 */
final class Glob {

  private final String text;
  private final boolean foldersOnly;
  private final List<Alternative> alternatives;

  private Glob(String text, boolean foldersOnly, List<Alternative> alternatives) {
    this.text = text;
    this.foldersOnly = foldersOnly;
    this.alternatives = alternatives;
  }

  /**
   * One choice of all braces.
   *
   * @param part a text in every path that it matches; most other paths do not have it
   */
  private record Alternative(List<Token> tokens, String part) {

    static Alternative of(List<Token> tokens) {
      String longest = "";
      StringBuilder run = new StringBuilder();
      for (Token token : tokens) {
        if (token instanceof Exactly(char c)) {
          run.append(c);
          longest = run.length() > longest.length() ? run.toString() : longest;
        } else {
          run.setLength(0);
        }
      }
      return new Alternative(tokens, longest);
    }
  }

  /** One step of a pattern. */
  sealed interface Token {}

  /** This character. */
  record Exactly(char c) implements Token {}

  /** One character of a name that is, or is not, in these ranges (first, last, first, last …). */
  record OneOf(String ranges, boolean not) implements Token {

    boolean has(char c) {
      for (int i = 0; i < ranges.length(); i += 2) {
        if (c >= ranges.charAt(i) && c <= ranges.charAt(i + 1)) {
          return !not;
        }
      }
      return not;
    }
  }

  /** Any number of characters of a name. */
  record Star() implements Token {}

  /** Any number of folders, with the slash after each. */
  record Folders() implements Token {}

  /** Everything that is left. */
  record Rest() implements Token {}

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException that says what is wrong at which character
   */
  static Glob parse(String text) {
    boolean foldersOnly = text.endsWith("/");
    String pattern = foldersOnly ? text.substring(0, text.length() - 1) : text;
    List<Alternative> alternatives = new ArrayList<>();
    for (GlobParser.Alternative alternative : GlobParser.alternatives(text, pattern)) {
      alternatives.add(Alternative.of(new GlobParser(text, alternative).parse()));
    }
    return new Glob(text, foldersOnly, List.copyOf(alternatives));
  }

  /** Whether the path, or a folder that it is in, is what this describes. */
  boolean matches(String path) {
    for (Alternative each : alternatives) {
      if (path.contains(each.part) && matches(each.tokens, path)) {
        return true;
      }
    }
    return false;
  }

  private boolean matches(List<Token> tokens, String path) {
    BitSet states = new BitSet(tokens.size() + 1);
    BitSet next = new BitSet(tokens.size() + 1);
    states.set(0);
    spread(tokens, states, true);
    for (int at = 0; at < path.length() && !states.isEmpty(); at++) {
      char c = path.charAt(at);
      if (c == '/' && states.get(tokens.size())) {
        return true;
      }
      next.clear();
      for (int i = states.nextSetBit(0);
          i >= 0 && i < tokens.size();
          i = states.nextSetBit(i + 1)) {
        step(tokens.get(i), i, c, next);
      }
      spread(tokens, next, c == '/');
      BitSet before = states;
      states = next;
      next = before;
    }
    return !foldersOnly && states.get(tokens.size());
  }

  private static void step(Token token, int i, char c, BitSet next) {
    switch (token) {
      case Exactly(char wanted) -> next.set(i + 1, wanted == c || next.get(i + 1));
      case OneOf one -> next.set(i + 1, (c != '/' && one.has(c)) || next.get(i + 1));
      case Star() -> next.set(i, c != '/' || next.get(i));
      case Folders(), Rest() -> next.set(i);
    }
  }

  /** Adds the states that are reached without a character. */
  private static void spread(List<Token> tokens, BitSet states, boolean atName) {
    for (int i = states.nextSetBit(0); i >= 0 && i < tokens.size(); i = states.nextSetBit(i + 1)) {
      boolean free =
          switch (tokens.get(i)) {
            case Star(), Rest() -> true;
            case Folders() -> atName;
            case Exactly(char c) -> false;
            case OneOf one -> false;
          };
      if (free) {
        states.set(i + 1);
      }
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
