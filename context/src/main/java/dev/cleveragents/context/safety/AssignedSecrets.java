package dev.cleveragents.context.safety;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values in files that are given to a name that sounds secret: {@code password = "…"}, {@code
 * "apiKey": "…"}, {@code clientSecret: …}, {@code setToken("…")}, {@code put("token", "…")}, {@code
 * <password>…</password>}, {@code --token …}, {@code ;Password=…;}, {@code ?access_token=…}. A
 * value goes only if it {@linkplain RandomnessCheck looks} like one: made by chance for keys,
 * chosen by a person for passwords.
 */
final class AssignedSecrets {

  /** What follows a name that is given a value. */
  private static final Pattern GIVEN =
      Pattern.compile(
          "(?<quote>[\"'\\]]{0,2})"
              + "(?:\\s{0,2}:\\s{0,2}[A-Za-z][A-Za-z0-9_<>?|]{0,30}+\\s{1,3}(?==))?"
              + "(?<sign>[ \\t]{0,8}(?:=>|:=|=|:)(?:\\s{0,20}(?=[\"'])|[ \\t]{0,3})"
              + "|\\s{0,2},\\s{0,2}(?=[\"'])|\\((?=[\"'])|>|[ \\t]{1,3}(?=[^\\s=:]))"
              + "(?:\"(?<double>[^\"\\n]{6,500}+)\"|'(?<single>[^'\\n]{6,500}+)'"
              + "|(?<bare>[^\\s\"'`,;&<>(){}\\[\\]$]{6,500}+))");

  private static final int LONGEST_NAME = 80;

  /** Last words of names that may sound secret. None is the end of another. */
  private static final List<String> LAST_WORDS =
      List.of(
          "password passwd pwd passphrase token secret credential credentials key".split(" ", -1));

  private static final String LAST_LETTERS = "dentlsy";

  private static final int SHORTEST_WORD = 3;

  private static final Set<String> PASSWORDS = Set.of("password", "passwd", "pwd", "passphrase");

  private static final Set<String> KEYS =
      Set.of("token", "secret", "credential", "credentials", "apikey", "accesskey");

  private static final Set<String> KINDS_OF_KEY =
      Set.of(
          ("api access secret private auth encryption signing account master client service "
                  + "subscription")
              .split(" ", -1));

  private static final Pattern BOUNDARY =
      Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  private enum Name {
    HARMLESS,
    PASSWORD,
    KEY
  }

  private AssignedSecrets() {}

  static String replaceAll(String text, FileKind kind) {
    StringBuilder safe = new StringBuilder();
    Matcher given = GIVEN.matcher(text);
    int done = 0;
    int end = 0;
    while (end <= text.length()) {
      int start = lastWord(text, done, end);
      String name = start < 0 ? "" : text.substring(nameStart(text, start), end);
      if (!name.isEmpty()
          && given.region(end, text.length()).lookingAt()
          && isSecret(text, given, name, kind)) {
        String group = groupOf(given);
        safe.append(text, done, given.start(group)).append(Secrets.marker("value"));
        done = given.end(group);
        end = done;
      }
      end++;
    }
    return safe.append(text, done, text.length()).toString();
  }

  /**
   * Where the last word of a name that may sound secret begins, if it ends here and does not begin
   * before {@code from}; otherwise -1.
   */
  private static int lastWord(String text, int from, int end) {
    if (end - from < SHORTEST_WORD || (end < text.length() && isOfWord(text.charAt(end)))) {
      return -1;
    }
    if (LAST_LETTERS.indexOf(text.charAt(end - 1) | 0x20) < 0) {
      return -1;
    }
    for (String word : LAST_WORDS) {
      int start = end - word.length();
      if (start >= from && text.regionMatches(true, start, word, 0, word.length())) {
        return start;
      }
    }
    return -1;
  }

  private static boolean isOfWord(char c) {
    return c < 128 && (Character.isLetterOrDigit(c) || c == '_');
  }

  private static int nameStart(String text, int word) {
    int start = word;
    while (start > 0 && word - start < LONGEST_NAME && isOfName(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean isOfName(char c) {
    return c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-');
  }

  private static boolean isSecret(String text, Matcher given, String written, FileKind kind) {
    Name name = nameOf(written);
    String group = groupOf(given);
    String value = given.group(group);
    int start = given.start() - written.length();
    if (name == Name.HARMLESS
        || RandomnessCheck.isHole(value)
        || !isGiven(text, given, written, start)) {
      return false;
    }
    boolean bare = group.equals("bare");
    if (bare && continuesAsExpression(text, given.end())) {
      return false;
    }
    if (name == Name.KEY) {
      return RandomnessCheck.looksMade(value);
    }
    boolean expression = bare && kind == FileKind.CODE && !isOneOfMany(text, start, given.end());
    return RandomnessCheck.looksChosen(value) && !expression;
  }

  /** A space gives only to an option and in a file of logins, a comma only to a name in quotes. */
  private static boolean isGiven(String text, Matcher given, String name, int start) {
    return switch (given.group("sign").strip()) {
      case "" -> name.startsWith("--") || name.equals("password");
      case "," -> !given.group("quote").isEmpty();
      case ">" -> text.startsWith("</", given.end()) && text.startsWith("<", start - 1);
      default -> true;
    };
  }

  /** One of several settings in one line: a connection string or the query of an address. */
  private static boolean isOneOfMany(String text, int start, int end) {
    char before = start == 0 ? ' ' : text.charAt(start - 1);
    char after = end == text.length() ? ' ' : text.charAt(end);
    return ";?&".indexOf(before) >= 0 || after == '&' || (after == ';' && moreSettings(text, end));
  }

  private static boolean moreSettings(String text, int semicolon) {
    int at = semicolon + 1;
    while (at < text.length() && at < semicolon + 40 && Character.isLetter(text.charAt(at))) {
      at++;
    }
    return at > semicolon + 1 && at < text.length() && text.charAt(at) == '=';
  }

  /** Whether text without quotes is only the beginning of an expression. */
  private static boolean continuesAsExpression(String text, int end) {
    return end < text.length() && "({[$`".indexOf(text.charAt(end)) >= 0;
  }

  /** The group that has the value: in double quotes, in single ones, or bare. */
  static String groupOf(Matcher given) {
    if (given.start("double") >= 0) {
      return "double";
    }
    return given.start("single") >= 0 ? "single" : "bare";
  }

  private static Name nameOf(String name) {
    String[] words = BOUNDARY.split(name, -1);
    int last = words.length - 1;
    if (last < 0) {
      return Name.HARMLESS;
    }
    String word = words[last].toLowerCase(Locale.ROOT);
    if (PASSWORDS.stream().anyMatch(word::endsWith)) {
      return Name.PASSWORD;
    }
    boolean key =
        KEYS.stream().anyMatch(word::endsWith)
            || (word.equals("key")
                && last > 0
                && KINDS_OF_KEY.contains(words[last - 1].toLowerCase(Locale.ROOT)));
    return key ? Name.KEY : Name.HARMLESS;
  }
}
