package dev.cleveragents.bench;

import java.util.List;
import java.util.Locale;

/** The middle of several figures, with the smallest and the largest. */
public final class MedianAndRange {

  private MedianAndRange() {}

  /** Written as {@code median [min – max]}. */
  public static String of(List<Double> seen, String format) {
    if (seen.isEmpty()) {
      return "–";
    }
    List<Double> sorted = seen.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        "%s [%s – %s]".replace("%s", format),
        median(seen),
        sorted.getFirst(),
        sorted.getLast());
  }

  public static double median(List<Double> seen) {
    List<Double> sorted = seen.stream().sorted().toList();
    return (sorted.get((seen.size() - 1) / 2) + sorted.get(seen.size() / 2)) / 2;
  }
}
