package dev.cleveragents.context.code.parse;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Finds where statements of SQL end, knowing its quotes and comments, and on which line that is.
 */
final class SqlScanner {

  private static final Pattern DOLLAR = Pattern.compile("\\$\\w*\\$");

  private final String text;
  private final int[] feeds;

  SqlScanner(String text) {
    this.text = text;
    this.feeds = IntStream.range(0, text.length()).filter(i -> text.charAt(i) == '\n').toArray();
  }

  /** The line of a character, counted from 1. */
  int line(int position) {
    int found = Arrays.binarySearch(feeds, position);
    return found >= 0 ? found + 1 : -found;
  }

  /** The place after the semicolon that ends the statement from here, or after the text. */
  int endOfStatement(int from) {
    int at = from;
    while (at < text.length()) {
      if (text.charAt(at) == ';') {
        return at + 1;
      }
      at = afterOne(at);
    }
    return text.length();
  }

  /** The first place that is neither white space nor in a comment. */
  int afterSpaceAndComments(int from, int to) {
    int at = from;
    while (at < to
        && (Character.isWhitespace(text.charAt(at))
            || text.startsWith("--", at)
            || text.startsWith("/*", at))) {
      at = afterOne(at);
    }
    return Math.min(at, to);
  }

  /** The place after a character, or after the quotation or comment that begins there. */
  private int afterOne(int at) {
    char c = text.charAt(at);
    if (c == '\'' || c == '"') {
      return after(String.valueOf(c), at + 1);
    }
    if (text.startsWith("--", at)) {
      return after("\n", at);
    }
    if (text.startsWith("/*", at)) {
      return after("*/", at + 2);
    }
    if (c == '$') {
      Matcher dollar = DOLLAR.matcher(text).region(at, text.length());
      if (dollar.lookingAt()) {
        return after(dollar.group(), dollar.end());
      }
    }
    return at + 1;
  }

  private int after(String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }
}
