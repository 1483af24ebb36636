package dev.cleveragents.context.safety;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** Whether a value looks drawn by chance, as keys are, or written by a person, as names are. */
final class RandomnessCheck {

  private static final Pattern HOLE =
      Pattern.compile(
          "(?i)^\\$|\\$\\{|(?-i:\\$[A-Z][A-Z_]{2})|[#%@{]\\{|\\}\\}|<[a-z]"
              + "|%[0-9.$]{0,4}[sd](?![a-z0-9])|%\\([a-z_]{1,40}\\)|\\*{3}|\\.{3}|…|x{4}"
              + "|example|change.?me|placeholder|your|dummy|REDACTED|foobar|\\bnull\\b|\\bnone\\b");

  /** Words of one program's text: a number, one in base 16, or one with a unit of its type. */
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?[0-9][0-9_.,:]*[LlFfDd]?|0[xX][0-9a-fA-F_]{1,16}[Ll]?");

  /** Of a pattern for characters. */
  private static final Pattern RANGE = Pattern.compile("a-z|A-Z|0-9");

  private static final Pattern BASE_64 = Pattern.compile("[A-Za-z0-9+/]++={0,2}");

  private static final int SHORTEST = 12;

  /** An average run of letters of one case that is this long is made of words. */
  private static final double WORDS = 4;

  private static final double WORDS_OF_LONG = 4.6;

  private static final double WORDS_WITHOUT_DIGITS = 2.6;

  private RandomnessCheck() {}

  /** Whether it is a placeholder or an invented example. */
  static boolean isHole(String value) {
    return HOLE.matcher(value).find() || value.chars().distinct().count() <= 2;
  }

  /** Whether it can be a password that a person chose: more than a word, and nothing between. */
  static boolean looksChosen(String value) {
    boolean other = false;
    boolean letter = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isWhitespace(c)) {
        return false;
      }
      letter |= Character.isLetter(c);
      other |= Character.isDigit(c) || "!@#%^&*+=?~".indexOf(c) >= 0;
    }
    return value.length() >= 6 && other && letter && !isPath(value) && !RANGE.matcher(value).find();
  }

  /** Whether it can be a key: long, of letters and digits that make no words. */
  static boolean looksMade(String value) {
    if (value.length() < SHORTEST || NUMBER.matcher(value).matches() || isPath(value)) {
      return false;
    }
    int digits = 0;
    int letters = 0;
    int runs = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c <= ' ' || c >= 127 || "()[]{}<>|\\\"'`,;?$".indexOf(c) >= 0) {
        return false;
      }
      if (Character.isDigit(c)) {
        digits++;
      } else if (Character.isLetter(c)) {
        letters++;
        runs += i == 0 || beginsRun(value.charAt(i - 1), c) ? 1 : 0;
      }
    }
    if (letters == 0) {
      return false;
    }
    double run = (double) letters / runs;
    return (digits >= 2 && run < WORDS)
        || (digits >= 3 && value.length() >= 20 && run < WORDS_OF_LONG)
        || (value.length() >= 20 && run < WORDS_WITHOUT_DIGITS);
  }

  /** A capital continues with small letters: {@code keyOfFile} has three runs. */
  private static boolean beginsRun(char before, char c) {
    return !Character.isLetter(before)
        || (Character.isUpperCase(c) && Character.isLowerCase(before));
  }

  /**
   * Whether it can be a key or a password of drawn signs, which is no expression, pattern or
   * sentence.
   */
  static boolean looksMadeWithSigns(String value) {
    int letters = 0;
    int digits = 0;
    int runs = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c <= ' ' || c >= 127 || c == '\\') {
        return false;
      }
      digits += Character.isDigit(c) ? 1 : 0;
      if (Character.isLetter(c)) {
        letters++;
        runs += i == 0 || beginsRun(value.charAt(i - 1), c) ? 1 : 0;
      }
    }
    return value.length() >= 14
        && digits > 0
        && letters > 0
        && (double) letters / runs < WORDS
        && !isPath(value)
        && !RANGE.matcher(value).find();
  }

  /** Whether it is a login in base 64. */
  static boolean isLogin(String value) {
    if (value.length() < 8 || !BASE_64.matcher(value).matches()) {
      return false;
    }
    try {
      String login = new String(Base64.getDecoder().decode(value), StandardCharsets.ISO_8859_1);
      return login.indexOf(':') > 0 && login.chars().allMatch(c -> c >= ' ' && c < 127);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  static boolean isPath(String value) {
    return value.startsWith("/")
        || value.startsWith("./")
        || value.startsWith("~/")
        || value.contains("://");
  }
}
