package dev.cleveragents.context.safety;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values that are given to a name that sounds secret: {@code password = "…"}, {@code "apiKey":
 * "…"}, {@code clientSecret: …}, {@code setToken("…")}, {@code put("token", "…")}, {@code
 * <password>…</password>}, {@code --token …}, {@code ;Password=…;}, {@code ?access_token=…}, {@code
 * name: TOKEN, value: …}. {@link AssignedValue} decides whether the value is one.
 */
final class AssignedSecrets {

  /** What follows a name that is given a value. */
  private static final Pattern GIVEN =
      Pattern.compile(
          "(?<quote>(?:\\\\{0,3}[\"'])?\\]?)"
              + "(?:\\s{0,2}:\\s{0,2}[&A-Za-z][A-Za-z0-9_<>?|]{0,30}+\\s{1,3}(?==))?"
              + "(?<sign>,?\\s{1,40}[\"']?[vV]alue[\"']?\\s{0,2}[:=]\\s{0,3}"
              + "|[ \\t]{0,8}:[ \\t]{1,3}[>|][+-]?\\n[ \\t]{1,40}"
              + "|[ \\t]{0,8}(?:=>|:=|=(?![=~])|:)(?:\\s{0,20}(?=[\"'])|[ \\t]{0,8})"
              + "|\\s{0,2},\\s{0,2}(?=[\"'])|\\((?=[\"'])|>"
              + "|[ \\t]{1,3}is:?[ \\t]{1,3}|[ \\t]{1,3}(?=[^\\s=:]))"
              + "(?:\\\\{1,3}\"(?<escaped>[^\"\\\\\\n]{4,2000}+)\\\\"
              + "|\"(?<double>[^\"\\\\\\n]{0,2000}+(?:\\\\[^\\n][^\"\\\\\\n]{0,500}+){0,20}+)\"|'(?<single>[^'\\n]{4,2000}+)'"
              + "|`(?<back>[^`\\n]{4,2000}+)`|\\{(?<brace>[^\\s{}\"']{4,2000}+)\\}(?=;)"
              + "|(?<bare>[^\\s\"'`,<>(){}\\[\\]$;&\\\\][^\\s\"'`,<>\\\\]{3,600}+))");

  private static final int SHORTEST_JOINED = 6;

  private static final Pattern BEFORE_WORD =
      Pattern.compile("[ \\t]{0,3}(?:=|:[ \\t])[ \\t]{0,3}|[ \\t]{1,3}");

  /** The group that has the value. */
  private static final List<String> GROUPS =
      List.of("escaped", "double", "single", "back", "brace", "bare");

  /** Ends of names that may sound secret. */
  private static final List<String> LAST_WORDS =
      List.of(
          ("password passwd pwd passphrase passwort passcode pass pw psk token secret credential "
                  + "credentials key auth jwt")
              .split(" ", -1));

  private static final List<String> SUFFIXES =
      List.of("value base b data old new dev prod staging".split(" ", -1));

  /** With what {@link #GIVEN} begins. */
  private static final String AFTER_NAME = " =:\"'(,>]\t\\\r\n";

  /** The last letters of these words. */
  private static final String LAST_LETTERS = "dentwslyhk";

  private static final String SUFFIX_LETTERS = "ebadwvg";

  private static final Pattern SECOND_WORD = Pattern.compile("(?i)(?:access|api|secret|auth) $");

  private AssignedSecrets() {}

  static String replaceAll(String text, FileKind kind) {
    StringBuilder safe = new StringBuilder();
    Matcher given = GIVEN.matcher(text);
    int done = 0;
    int at = 0;
    while (at < text.length()) {
      int start = at;
      while (at < text.length() && isOfName(text.charAt(at))) {
        at++;
      }
      if (at - start >= 2
          && at < text.length()
          && AFTER_NAME.indexOf(text.charAt(at)) >= 0
          && mayBeSecret(text, start, at)) {
        String name = text.substring(nameStart(text, start), at);
        boolean named = SecretName.of(name) != SecretName.HARMLESS;
        QuotedWord joined = named ? joined(text, name, at, kind) : null;
        if (joined != null) {
          safe.append(text, done, joined.start()).append(Secrets.marker("value"));
          done = joined.end();
          at = done;
        } else if (named && given.region(at, text.length()).lookingAt()) {
          AssignedValue value = value(text, name, given, kind);
          if (value.isSecret()) {
            safe.append(text, done, value.start()).append(Secrets.marker("value"));
            done = value.end();
            at = done;
          }
        }
      }
      at++;
    }
    return safe.append(text, done, text.length()).toString();
  }

  /** A secret in several quoted parts that is given to a name; null if there is none. */
  private static @Nullable QuotedWord joined(String text, String name, int at, FileKind kind) {
    Matcher sign = BEFORE_WORD.matcher(text).region(at, text.length());
    if (!sign.lookingAt() || (sign.group().isBlank() && !name.startsWith("-"))) {
      return null;
    }
    QuotedWord word = QuotedWord.at(text, sign.end());
    if (word == null) {
      return null;
    }
    String before = name + "='";
    String inOnePart = before + word.value() + "'";
    int end = inOnePart.length() - 1;
    AssignedValue value =
        new AssignedValue(inOnePart, name, 0, false, "=", "single", before.length(), end, kind);
    return value.isSecret() || isJoinedPassword(name, word.value(), kind) ? word : null;
  }

  /** A name is not put together of parts, so that one of its words does not make it one. */
  private static boolean isJoinedPassword(String name, String value, FileKind kind) {
    return kind != FileKind.CODE
        && SecretName.of(name) == SecretName.PASSWORD
        && value.length() >= SHORTEST_JOINED
        && !RandomnessCheck.isHole(value)
        && !RandomnessCheck.isPath(value)
        && value.chars().noneMatch(Character::isWhitespace);
  }

  private static AssignedValue value(String text, String name, Matcher given, FileKind kind) {
    String group = GROUPS.stream().filter(it -> given.start(it) >= 0).findFirst().orElseThrow();
    int nameStart = given.start() - name.length();
    String sign = given.group("sign");
    boolean quotedName = !given.group("quote").isEmpty();
    int end = given.end(group);
    if (group.equals("bare")) {
      end = AssignedValue.bareEnd(text, given.start(group), end, kind);
    }
    return new AssignedValue(
        text, name, nameStart, quotedName, sign, group, given.start(group), end, kind);
  }

  /** Whether the last letters are those of such a name; faster than to look at its words. */
  private static boolean mayBeSecret(String text, int start, int end) {
    int last = end;
    while (last > start && !isLetter(text.charAt(last - 1))) {
      last--;
    }
    if (last > start && SUFFIX_LETTERS.indexOf(text.charAt(last - 1) | 0x20) >= 0) {
      last = withoutSuffix(text, start, last);
    }
    if (last == start || LAST_LETTERS.indexOf(text.charAt(last - 1) | 0x20) < 0) {
      return false;
    }
    for (String word : LAST_WORDS) {
      if (endsWith(text, start, last, word)) {
        return true;
      }
    }
    return false;
  }

  private static int withoutSuffix(String text, int start, int end) {
    for (String suffix : SUFFIXES) {
      if (endsWith(text, start, end, suffix)) {
        int last = end - suffix.length();
        while (last > start && !isLetter(text.charAt(last - 1))) {
          last--;
        }
        return last;
      }
    }
    return end;
  }

  private static boolean endsWith(String text, int start, int end, String word) {
    int at = end - word.length();
    return at >= start && text.regionMatches(true, at, word, 0, word.length());
  }

  /** A name of two words begins with the first: {@code API key: …}. */
  private static int nameStart(String text, int start) {
    Matcher before = SECOND_WORD.matcher(text).region(Math.max(0, start - 7), start);
    return before.find() ? before.start() : start;
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isOfName(char c) {
    return isLetter(c) || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
  }
}
