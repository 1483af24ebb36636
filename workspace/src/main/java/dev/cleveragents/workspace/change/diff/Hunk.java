package dev.cleveragents.workspace.change.diff;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines that differ, with a few around them.
 *
 * @param oldStart the number of its first line in the old file, from 1; of the line before if it
 *     has none there
 * @param newStart the same in the new file
 */
public record Hunk(int oldStart, int oldCount, int newStart, int newCount, List<HunkLine> lines) {

  /** How many equal lines are shown on either side. */
  static final int CONTEXT = 3;

  public Hunk {
    lines = List.copyOf(lines);
  }

  /** How many of its lines are of this kind. */
  public int count(HunkLine.Kind kind) {
    return (int) lines.stream().filter(line -> line.kind() == kind).count();
  }

  /** The header above the lines of a hunk. */
  public String header() {
    return "@@ -%s +%s @@".formatted(range(oldStart, oldCount), range(newStart, newCount));
  }

  private static String range(int start, int count) {
    return count == 1 ? Integer.toString(start) : start + "," + count;
  }

  /** The hunks that make the one text of the other; changes close to each other share one. */
  static List<Hunk> between(List<String> before, List<String> after) {
    List<ChangedBlock> blocks = ChangedBlock.between(before, after);
    List<Hunk> hunks = new ArrayList<>();
    int first = 0;
    while (first < blocks.size()) {
      int last = first;
      while (last + 1 < blocks.size()
          && blocks.get(last + 1).fromOld() - blocks.get(last).toOld() <= 2 * CONTEXT) {
        last++;
      }
      hunks.add(around(blocks.subList(first, last + 1), before, after));
      first = last + 1;
    }
    return hunks;
  }

  private static Hunk around(List<ChangedBlock> blocks, List<String> before, List<String> after) {
    int lead = Math.min(CONTEXT, blocks.getFirst().fromOld());
    int fromOld = blocks.getFirst().fromOld() - lead;
    int fromNew = blocks.getFirst().fromNew() - lead;
    List<HunkLine> lines = new ArrayList<>();
    int kept = fromOld;
    for (ChangedBlock block : blocks) {
      add(lines, HunkLine.Kind.KEPT, before, kept, block.fromOld());
      add(lines, HunkLine.Kind.REMOVED, before, block.fromOld(), block.toOld());
      add(lines, HunkLine.Kind.ADDED, after, block.fromNew(), block.toNew());
      kept = block.toOld();
    }
    int toOld = Math.min(before.size(), kept + CONTEXT);
    int toNew = blocks.getLast().toNew() + toOld - kept;
    add(lines, HunkLine.Kind.KEPT, before, kept, toOld);
    int oldCount = toOld - fromOld;
    int newCount = toNew - fromNew;
    return new Hunk(
        oldCount == 0 ? fromOld : fromOld + 1,
        oldCount,
        newCount == 0 ? fromNew : fromNew + 1,
        newCount,
        lines);
  }

  private static void add(
      List<HunkLine> lines, HunkLine.Kind kind, List<String> text, int from, int to) {
    text.subList(from, to).forEach(line -> lines.add(new HunkLine(kind, line)));
  }
}
