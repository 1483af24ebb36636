package dev.cleveragents.workspace.change.diff;

import dev.cleveragents.workspace.CountedNoun;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Differences in a few words: how much of which files has changed, and in all. */
public final class DiffStat {

  private DiffStat() {}

  /** One line per file, no wider than that, then the sums; nothing if there are no differences. */
  public static List<String> lines(List<FileDiff> diffs, int width) {
    if (diffs.isEmpty()) {
      return List.of();
    }
    List<String> names = diffs.stream().map(diff -> name(diff.change())).toList();
    List<String> counts = diffs.stream().map(DiffStat::count).toList();
    int countWidth = longest(counts);
    int room = Math.max(20, width - " | ".length() - 1 - countWidth);
    int nameWidth = Math.min(longest(names), Math.max(10, room * 3 / 4));
    int bars = room - nameWidth - 1;
    int most = diffs.stream().mapToInt(diff -> diff.added() + diff.removed()).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < diffs.size(); i++) {
      String line =
          " %s | %s %s"
              .formatted(
                  padded(shortened(names.get(i), nameWidth), nameWidth),
                  " ".repeat(countWidth - counts.get(i).length()) + counts.get(i),
                  bar(diffs.get(i), most, bars));
      lines.add(line.stripTrailing());
    }
    lines.add(" " + sum(diffs));
    return lines;
  }

  /** The sums: {@code 2 files changed, 3 insertions(+), 1 deletion(-)}. */
  public static String sum(List<FileDiff> diffs) {
    int added = diffs.stream().mapToInt(FileDiff::added).sum();
    int removed = diffs.stream().mapToInt(FileDiff::removed).sum();
    StringBuilder sum = new StringBuilder(CountedNoun.of(diffs.size(), "file")).append(" changed");
    if (added > 0) {
      sum.append(", ").append(CountedNoun.of(added, "insertion")).append("(+)");
    }
    if (removed > 0) {
      sum.append(", ").append(CountedNoun.of(removed, "deletion")).append("(-)");
    }
    return sum.toString();
  }

  private static String name(Change change) {
    String name = QuotedName.of("", change.path());
    return change.movedFrom() == null
        ? name
        : QuotedName.of("", change.movedFrom()) + " => " + name;
  }

  private static String count(FileDiff diff) {
    if (diff.isBinary()) {
      return "Bin %d -> %d bytes"
          .formatted(size(diff.change().before()), size(diff.change().after()));
    }
    return Integer.toString(diff.added() + diff.removed());
  }

  private static long size(@Nullable FileState state) {
    return state == null ? 0 : state.size();
  }

  private static String bar(FileDiff diff, int most, int room) {
    int all = diff.added() + diff.removed();
    if (most <= room) {
      return "+".repeat(diff.added()) + "-".repeat(diff.removed());
    }
    int length = all == 0 ? 0 : Math.max(1, (int) ((long) all * room / most));
    int plus = all == 0 ? 0 : Math.round((float) diff.added() * length / all);
    if (length > 1 && diff.added() > 0 && diff.removed() > 0) {
      plus = Math.clamp(plus, 1, length - 1);
    }
    return "+".repeat(plus) + "-".repeat(length - plus);
  }

  private static String shortened(String name, int width) {
    return name.length() <= width ? name : "..." + name.substring(name.length() - width + 3);
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  private static int longest(List<String> texts) {
    return texts.stream().mapToInt(String::length).max().orElse(0);
  }
}
