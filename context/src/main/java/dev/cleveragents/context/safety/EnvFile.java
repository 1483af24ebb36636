package dev.cleveragents.context.safety;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of a {@code .env}: all of them go, whatever their names, but switches and small
 * numbers, which say how a program runs and open nothing.
 */
final class EnvFile {

  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^([ \\t]{0,20}(?:export[ \\t]{1,5})?"
              + "[A-Za-z_][A-Za-z0-9_.-]{0,200}[ \\t]{0,5}=[ \\t]{0,5})"
              + "(?:\"(?<double>(?:[^\"\\\\]|\\\\.)*+)\"(?![^\\s#])|'(?<single>[^']*+)'(?![^\\s#])"
              + "|(?<bare>[^\\n\"' \\t\\r#][^\\n\\r#]*+)|(?<joined>[\"'][^\\n\\r]*+))");

  private static final Pattern HARMLESS =
      Pattern.compile("(?i)true|false|yes|no|on|off|\\d{1,5}|\\$\\{?[A-Za-z0-9_]{1,100}\\}?");

  private static final List<String> GROUPS = List.of("double", "single", "bare", "joined");

  private EnvFile() {}

  static String replaceAll(String text) {
    StringBuilder safe = new StringBuilder();
    Matcher line = LINE.matcher(text);
    int done = 0;
    while (line.find()) {
      String group = GROUPS.stream().filter(it -> line.start(it) >= 0).findFirst().orElseThrow();
      String value = line.group(group).stripTrailing();
      if (!value.isEmpty() && !HARMLESS.matcher(value).matches() && !Secrets.isMarked(value)) {
        safe.append(text, done, line.start(group)).append(Secrets.marker("value"));
        safe.append("\n".repeat((int) value.chars().filter(c -> c == '\n').count()));
        done = line.start(group) + value.length();
      }
    }
    return safe.append(text, done, text.length()).toString();
  }
}
