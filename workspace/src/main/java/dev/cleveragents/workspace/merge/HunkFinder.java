package dev.cleveragents.workspace.merge;

import dev.cleveragents.workspace.change.diff.ChangedBlock;
import dev.cleveragents.workspace.change.diff.HunkLine;
import dev.cleveragents.workspace.change.diff.TextLines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds the lines of a base that several texts changed differently. */
final class HunkFinder {

  private final List<String> base;
  private final List<List<String>> sides;
  private final List<List<ChangedBlock>> changed;

  private HunkFinder(List<String> base, List<List<String>> sides) {
    this.base = base;
    this.sides = sides;
    this.changed = sides.stream().map(side -> ChangedBlock.between(base, side)).toList();
  }

  /** The objects whose contents show the hunks of a conflict; none if it has no lines. */
  static List<String> objects(Conflict conflict) {
    boolean lines =
        conflict.sides().stream().allMatch(side -> side.version().isFile())
            && (conflict.base().isFile() || !conflict.base().isThere());
    return lines
        ? versions(conflict).filter(FileVersion::isThere).map(FileVersion::object).toList()
        : List.of();
  }

  private static Stream<FileVersion> versions(Conflict conflict) {
    return Stream.concat(
        Stream.of(conflict.base()), conflict.sides().stream().map(Conflict.Side::version));
  }

  /** The conflict with its hunks, if all its contents are there and text. */
  static Conflict withHunks(Conflict conflict, Map<String, byte[]> contents) {
    List<String> objects = objects(conflict);
    boolean text =
        objects.stream()
            .allMatch(
                object -> {
                  byte[] bytes = contents.get(object);
                  return bytes != null && !TextLines.isBinary(bytes);
                });
    if (objects.isEmpty() || !text) {
      return conflict;
    }
    List<List<String>> lines =
        versions(conflict)
            .map(it -> TextLines.of(contents.getOrDefault(it.object(), new byte[0])))
            .toList();
    return conflict.withHunks(find(lines.getFirst(), lines.subList(1, lines.size())));
  }

  /** The hunks, from the top. Blocks that touch are one, as in a merge by git. */
  static List<ConflictHunk> find(List<String> base, List<List<String>> sides) {
    return new HunkFinder(base, sides).find();
  }

  private List<ConflictHunk> find() {
    List<ChangedBlock> all =
        changed.stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparingInt(ChangedBlock::fromOld))
            .toList();
    List<ConflictHunk> hunks = new ArrayList<>();
    int at = 0;
    while (at < all.size()) {
      int from = all.get(at).fromOld();
      int to = all.get(at).toOld();
      while (at < all.size() && all.get(at).fromOld() <= to) {
        to = Math.max(to, all.get(at).toOld());
        at++;
      }
      addIfDifferent(from, to, hunks);
    }
    return hunks;
  }

  private void addIfDifferent(int from, int to, List<ConflictHunk> hunks) {
    List<List<String>> texts = new ArrayList<>();
    HashSet<List<String>> versions = new HashSet<>();
    for (int side = 0; side < sides.size(); side++) {
      List<String> text = part(side, from, to);
      texts.add(text.stream().map(HunkFinder::text).toList());
      if (!text.equals(base.subList(from, to))) {
        versions.add(text);
      }
    }
    if (versions.size() > 1) {
      List<String> before = base.subList(from, to).stream().map(HunkFinder::text).toList();
      hunks.add(new ConflictHunk(from == to ? from : from + 1, before, texts));
    }
  }

  /** The lines of a side that stand for a range of the base. */
  private List<String> part(int side, int from, int to) {
    int shiftBefore = 0;
    int shiftWithin = 0;
    for (ChangedBlock block : changed.get(side)) {
      int grown = block.toNew() - block.fromNew() - (block.toOld() - block.fromOld());
      if (block.fromOld() >= from && block.toOld() <= to) {
        shiftWithin += grown;
      } else if (block.toOld() <= from) {
        shiftBefore += grown;
      }
    }
    return sides.get(side).subList(from + shiftBefore, to + shiftBefore + shiftWithin);
  }

  private static String text(String raw) {
    return new HunkLine(HunkLine.Kind.KEPT, raw).text();
  }
}
