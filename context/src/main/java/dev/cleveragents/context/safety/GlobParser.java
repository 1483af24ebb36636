package dev.cleveragents.context.safety;

import java.util.ArrayList;
import java.util.List;

/** Reads one pattern; every refusal names the pattern, the character and what is known. */
final class GlobParser {

  private static final int LONGEST = 1000;
  private static final int MOST_ALTERNATIVES = 64;

  /** The text of one choice of all braces, and the original position of each of its characters. */
  record Alternative(String text, List<Integer> places) {}

  private final String whole;
  private final Alternative alternative;
  private final String text;
  private final List<Glob.Token> tokens = new ArrayList<>();
  private int at;

  GlobParser(String whole, Alternative alternative) {
    this.whole = whole;
    this.alternative = alternative;
    text = alternative.text;
  }

  /** Every choice of the braces, in order. */
  static List<Alternative> alternatives(String whole, String pattern) {
    if (pattern.isBlank()) {
      throw refused(whole, 0, "it is empty");
    }
    if (pattern.length() > LONGEST) {
      throw refused(whole.substring(0, 40) + "…", LONGEST, "it is too long");
    }
    List<Alternative> open = List.of(new Alternative("", List.of()));
    int at = 0;
    while (at < pattern.length()) {
      char c = pattern.charAt(at);
      if (c == '{') {
        int close = pattern.indexOf('}', at);
        if (close < 0) {
          throw refused(whole, at, "this brace is not closed");
        }
        if (pattern.substring(at + 1, close).indexOf('{') >= 0) {
          throw refused(whole, pattern.indexOf('{', at + 1), "braces cannot stand in braces");
        }
        open = choose(whole, open, pattern, at, close);
        at = close + 1;
      } else if (c == '}') {
        throw refused(whole, at, "there is no brace that this would close");
      } else {
        open = append(open, String.valueOf(c), at);
        at++;
      }
    }
    return open;
  }

  private static List<Alternative> choose(
      String whole, List<Alternative> open, String pattern, int from, int close) {
    List<Alternative> chosen = new ArrayList<>();
    int begin = from + 1;
    for (int i = from + 1; i <= close; i++) {
      if (i == close || pattern.charAt(i) == ',') {
        chosen.addAll(append(open, pattern.substring(begin, i), begin));
        begin = i + 1;
      }
    }
    if (chosen.size() > MOST_ALTERNATIVES) {
      throw refused(whole, from, "that makes more than " + MOST_ALTERNATIVES + " choices");
    }
    return chosen;
  }

  private static List<Alternative> append(List<Alternative> open, String more, int place) {
    List<Alternative> longer = new ArrayList<>();
    for (Alternative one : open) {
      List<Integer> places = new ArrayList<>(one.places);
      for (int i = 0; i < more.length(); i++) {
        places.add(place + i);
      }
      longer.add(new Alternative(one.text + more, places));
    }
    return longer;
  }

  List<Glob.Token> parse() {
    checkNames();
    if (text.indexOf('/') < 0) {
      tokens.add(new Glob.Folders());
    }
    while (at < text.length()) {
      char c = text.charAt(at);
      switch (c) {
        case '*' -> star();
        case '?' -> {
          tokens.add(new Glob.OneOf("", true));
          at++;
        }
        case '[' -> oneOf();
        case ']' -> throw refused("there is no bracket that this would close");
        case '\\' -> throw refused("folders are divided by '/', and nothing is escaped");
        case '\0' -> throw refused("no name holds a NUL character");
        default -> {
          tokens.add(new Glob.Exactly(c));
          at++;
        }
      }
    }
    return List.copyOf(tokens);
  }

  private void checkNames() {
    int begin = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || text.charAt(i) == '/') {
        String name = text.substring(begin, i);
        at = begin;
        if (name.isEmpty()) {
          throw refused("there is no name before or after a '/'; it is relative to the resource");
        }
        if (name.equals("..") || name.equals(".")) {
          throw refused("'" + name + "' leads nowhere in a resource");
        }
        begin = i + 1;
      }
    }
    at = 0;
  }

  private void star() {
    boolean two = text.startsWith("**", at);
    if (!two) {
      tokens.add(new Glob.Star());
      at++;
      return;
    }
    boolean begins = at == 0 || text.charAt(at - 1) == '/';
    int end = at + 2;
    if (!begins || (end < text.length() && text.charAt(end) != '/')) {
      throw refused("'**' must be all of a name");
    }
    tokens.add(end < text.length() ? new Glob.Folders() : new Glob.Rest());
    at = Math.min(text.length(), end + 1);
  }

  private void oneOf() {
    int from = at + 1;
    boolean not = text.startsWith("!", from) || text.startsWith("^", from);
    int i = not ? from + 1 : from;
    int close = text.indexOf(']', i + 1);
    if (close < 0) {
      throw refused("this bracket is not closed, or there is nothing in it");
    }
    StringBuilder ranges = new StringBuilder();
    while (i < close) {
      char first = text.charAt(i);
      boolean range = i + 2 < close && text.charAt(i + 1) == '-';
      char last = range ? text.charAt(i + 2) : first;
      if (last < first || first == '/' || last == '/') {
        at = i;
        throw refused("'" + first + "-" + last + "' is no range of characters of a name");
      }
      ranges.append(first).append(last);
      i += range ? 3 : 1;
    }
    tokens.add(new Glob.OneOf(ranges.toString(), not));
    at = close + 1;
  }

  private IllegalArgumentException refused(String why) {
    List<Integer> places = alternative.places;
    return refused(whole, at < places.size() ? places.get(at) : whole.length(), why);
  }

  private static IllegalArgumentException refused(String whole, int place, String why) {
    return new IllegalArgumentException(
        "'%s' is no pattern for paths, at character %d: %s. Patterns know *, **, ?, [abc], [!abc] and {a,b}"
            .formatted(whole, place + 1, why));
  }
}
