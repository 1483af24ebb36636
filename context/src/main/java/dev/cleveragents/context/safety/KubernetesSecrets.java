package dev.cleveragents.context.safety;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values in {@code data} and {@code stringData} of a Kubernetes Secret, in YAML or JSON: all
 * go, whatever their names. Every line stays.
 */
final class KubernetesSecrets {

  private static final Pattern KIND =
      Pattern.compile("^[ -]*kind:[ \\t]{1,5}[\"']?Secret[\"']?[ \\t]*\\r?$");

  private static final Pattern DATA = Pattern.compile("^[ -]*(?:data|stringData):[ \\t]*\\r?$");

  private static final Pattern MEMBER =
      Pattern.compile("^([ ]*[\"']?[A-Za-z0-9._-]{1,253}[\"']?:[ \\t]{1,5})(\\S.*?)(\\r?)$");

  private static final Pattern BLOCK = Pattern.compile("[>|][0-9+-]{0,2}");

  private static final Pattern JSON_KIND = Pattern.compile("\"kind\"\\s{0,3}:\\s{0,3}\"Secret\"");

  private static final Pattern JSON_DATA =
      Pattern.compile("\"(?:data|stringData)\"\\s{0,3}:\\s{0,3}\\{([^{}]{1,100000})\\}");

  private static final Pattern JSON_VALUE =
      Pattern.compile("(:\\s{0,3}\")((?:[^\"\\\\\\n]|\\\\.){1,10000}+)(?=\")");

  private static final String MARK = Secrets.marker("kubernetes-secret");

  private KubernetesSecrets() {}

  static String replaceAll(String text) {
    if (!text.contains("Secret")) {
      return text;
    }
    return inJson(inYaml(text));
  }

  private static String inJson(String text) {
    if (!JSON_KIND.matcher(text).find()) {
      return text;
    }
    return JSON_DATA
        .matcher(text)
        .replaceAll(
            data -> {
              String safe =
                  JSON_VALUE
                      .matcher(data.group())
                      .replaceAll(value -> Matcher.quoteReplacement(value.group(1) + MARK));
              return Matcher.quoteReplacement(safe);
            });
  }

  private static String inYaml(String text) {
    if (!text.contains("kind:")) {
      return text;
    }
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    boolean changed = false;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("Secret") && KIND.matcher(lines.get(i)).matches()) {
        changed |= inObject(lines, i);
      }
    }
    return changed ? String.join("\n", lines) : text;
  }

  /** The object of this line: the lines around with at least its indentation and no other kind. */
  private static boolean inObject(List<String> lines, int kind) {
    int depth = depth(lines.get(kind));
    int first = kind;
    while (first > 0
        && !lines.get(first).stripLeading().startsWith("- ")
        && belongs(lines.get(first - 1), depth)) {
      first--;
    }
    int end = kind + 1;
    while (end < lines.size()
        && belongs(lines.get(end), depth)
        && !(lines.get(end).stripLeading().startsWith("- ") && depth(lines.get(end)) == depth)) {
      end++;
    }
    boolean changed = false;
    for (int i = first; i < end; i++) {
      if (depth(lines.get(i)) == depth && DATA.matcher(lines.get(i)).matches()) {
        changed |= inData(lines, i + 1, end, depth);
      }
    }
    return changed;
  }

  private static boolean inData(List<String> lines, int from, int end, int depth) {
    boolean changed = false;
    for (int i = from; i < end && (lines.get(i).isBlank() || depth(lines.get(i)) > depth); i++) {
      String line = lines.get(i);
      Matcher member = MEMBER.matcher(line);
      boolean named = member.matches();
      if (!line.isBlank()
          && !Secrets.isMarked(line)
          && !(named && BLOCK.matcher(member.group(2)).matches())
          && (named || !line.strip().endsWith(":"))) {
        String before = named ? member.group(1) : " ".repeat(depth(line));
        lines.set(i, before + MARK + (line.endsWith("\r") ? "\r" : ""));
        changed = true;
      }
    }
    return changed;
  }

  private static boolean belongs(String line, int depth) {
    int own = depth(line);
    return line.isBlank()
        || own > depth
        || (own == depth && !line.startsWith("---") && !line.startsWith("kind:", own));
  }

  /** Where the first name of a line begins; the dash of a list is indentation. */
  private static int depth(String line) {
    int depth = 0;
    while (depth < line.length()
        && (line.charAt(depth) == ' '
            || (line.charAt(depth) == '-' && line.startsWith("- ", depth)))) {
      depth++;
    }
    return depth;
  }
}
