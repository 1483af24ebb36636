package dev.cleveragents.engine.tool;

import java.util.List;

/** Shows a model the lines of a file that are most like a text that it has not found there. */
final class NearestLines {

  private static final int MOST_LINES = 12;
  private static final int MOST_SEARCHED = 20_000;
  private static final int LONGEST_LINE = 200;

  /** Lines that are less alike would mislead. */
  private static final double ALIKE = 0.5;

  private NearestLines() {}

  /** The nearest lines with their numbers, as an end of an error message; may be empty. */
  static String in(String path, byte[] bytes, String wanted) {
    List<String> lines = OutputPage.lines(path, bytes);
    List<String> sought = wanted.lines().limit(MOST_LINES).toList();
    if (sought.isEmpty() || OutputPage.isBinary(bytes)) {
      return "";
    }
    int best = -1;
    double most = ALIKE * sought.size();
    for (int start = 0; start < Math.min(lines.size(), MOST_SEARCHED); start++) {
      double alike = 0;
      for (int i = 0; i < sought.size() && start + i < lines.size(); i++) {
        alike += alike(lines.get(start + i), sought.get(i));
      }
      if (alike > most) {
        most = alike;
        best = start;
      }
    }
    if (best < 0) {
      return "";
    }
    StringBuilder text = new StringBuilder("; the nearest lines are:");
    for (int i = best; i < Math.min(lines.size(), best + sought.size()); i++) {
      String line = lines.get(i);
      text.append("\n%d: ".formatted(i + 1)).append(line, 0, Math.min(line.length(), LONGEST_LINE));
    }
    return text.toString();
  }

  /** From 0 to 1: how much of two lines is the same at their beginnings and ends. */
  private static double alike(String line, String other) {
    String one = line.strip();
    String two = other.strip();
    if (one.equals(two)) {
      return 1;
    }
    int shorter = Math.min(one.length(), two.length());
    int begin = 0;
    while (begin < shorter && one.charAt(begin) == two.charAt(begin)) {
      begin++;
    }
    int end = 0;
    while (end < shorter - begin
        && one.charAt(one.length() - 1 - end) == two.charAt(two.length() - 1 - end)) {
      end++;
    }
    return 0.9 * (begin + end) / Math.max(one.length(), two.length());
  }
}
