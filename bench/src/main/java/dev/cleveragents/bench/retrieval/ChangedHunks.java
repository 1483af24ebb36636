package dev.cleveragents.bench.retrieval;

import dev.cleveragents.context.Depth;
import dev.cleveragents.context.Included;
import dev.cleveragents.context.LineRange;
import dev.cleveragents.exec.git.Git;
import dev.cleveragents.kernel.cancel.CancellationToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The lines of the parent's files that a commit replaced or deleted; where it only inserted, the
 * line before.
 */
record ChangedHunks(Map<String, List<LineRange>> byPath) {

  private static final Pattern HUNK = Pattern.compile("@@ -(\\d+)(?:,(\\d+))? .*");

  static ChangedHunks of(Git git, CommitCase asked, CancellationToken token)
      throws InterruptedException {
    Map<String, List<LineRange>> hunks = new HashMap<>();
    for (String path : asked.files()) {
      List<LineRange> ranges = new ArrayList<>();
      String diff =
          git.text(
              token,
              "--literal-pathspecs",
              "diff",
              "-U0",
              "--no-renames",
              "--no-ext-diff",
              "--no-textconv",
              "--no-color",
              asked.parent(),
              asked.commit(),
              "--",
              path);
      for (String line : diff.split("\n", -1)) {
        Matcher hunk = HUNK.matcher(line);
        if (hunk.matches()) {
          int first = Math.max(1, Integer.parseInt(hunk.group(1)));
          int lines = hunk.group(2) == null ? 1 : Integer.parseInt(hunk.group(2));
          ranges.add(new LineRange(first, first + Math.max(1, lines) - 1));
        }
      }
      hunks.put(path, ranges);
    }
    return new ChangedHunks(hunks);
  }

  /** Those of all other files. */
  ChangedHunks without(String path) {
    Map<String, List<LineRange>> others = new HashMap<>(byPath);
    others.remove(path);
    return new ChangedHunks(others);
  }

  /** The share of the hunks whose lines these fragments show in full, without gaps. */
  double shownInFull(List<Included> fragments) {
    long all = 0;
    long shown = 0;
    for (Map.Entry<String, List<LineRange>> file : byPath.entrySet()) {
      List<LineRange> full =
          fragments.stream()
              .map(Included::fragment)
              .filter(it -> it.path().equals(file.getKey()) && it.depth().equals(Depth.FULL))
              .map(it -> it.lines())
              .toList();
      for (LineRange hunk : file.getValue()) {
        all++;
        shown += isCovered(hunk, full) ? 1 : 0;
      }
    }
    return all == 0 ? 0 : (double) shown / all;
  }

  /** Whether each line of the hunk is in one of the ranges. */
  private static boolean isCovered(LineRange hunk, List<LineRange> ranges) {
    return IntStream.rangeClosed(hunk.first(), hunk.last())
        .mapToObj(line -> new LineRange(line, line))
        .allMatch(line -> ranges.stream().anyMatch(range -> range.contains(line)));
  }
}
