package dev.cleveragents.cli.command.plan.progress;

import dev.cleveragents.engine.subplan.SubplanRow;
import dev.cleveragents.engine.subplan.SubplanRow.Progress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The subplans of a plan in few lines, however many there are: how many are in each state, then
 * those that failed and those that run. Used by one thread.
 */
final class SubplanProgress {

  private static final int MOST_NAMED = 4;

  private final Map<Integer, Progress> told = new HashMap<>();
  private List<SubplanRow> rows = List.of();

  /** Takes the present state; returns a line for each subplan that has ended since the last. */
  List<String> updated(List<SubplanRow> present) {
    boolean first = told.isEmpty();
    rows = List.copyOf(present);
    List<String> news = new ArrayList<>();
    for (SubplanRow row : rows) {
      Progress before = told.put(row.number(), row.progress());
      if (!first && before != row.progress() && isEnd(row.progress())) {
        news.add("  %s: %s".formatted(row.name(), word(row.progress())));
      }
    }
    return news;
  }

  private static boolean isEnd(Progress progress) {
    return switch (progress) {
      case COMPLETE, FAILED, CANCELLED -> true;
      case PLANNED, RUNNING -> false;
    };
  }

  private static String word(Progress progress) {
    return progress == Progress.COMPLETE ? "done" : progress.name().toLowerCase(Locale.ROOT);
  }

  /** Its lines at this moment; none if there are no subplans. */
  List<String> lines() {
    if (rows.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("   %d subplans: %s".formatted(rows.size(), counts()));
    name(Progress.FAILED, "failed", lines);
    name(Progress.RUNNING, "running", lines);
    return lines;
  }

  private String counts() {
    StringJoiner counts = new StringJoiner(", ");
    for (Progress progress : Progress.values()) {
      long count = rows.stream().filter(row -> row.progress() == progress).count();
      if (count > 0) {
        counts.add(count + " " + word(progress));
      }
    }
    return counts.toString();
  }

  private void name(Progress progress, String word, List<String> lines) {
    List<String> names =
        rows.stream().filter(row -> row.progress() == progress).map(SubplanRow::name).toList();
    names.stream()
        .limit(MOST_NAMED)
        .forEach(name -> lines.add("     %s  %s".formatted(word, name)));
    if (names.size() > MOST_NAMED) {
      lines.add("     and %d more %s".formatted(names.size() - MOST_NAMED, word));
    }
  }
}
