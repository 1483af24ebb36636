package dev.cleveragents.workspace.merge;

import dev.cleveragents.workspace.change.diff.ChangedBlock;
import dev.cleveragents.workspace.change.diff.HunkLine;
import dev.cleveragents.workspace.change.diff.TextLines;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
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
    List<ConflictHunk> hunks = new ArrayList<>();
    for (Range range : ranges()) {
      if (versions(range).size() > 1) {
        List<String> before = texts(base.subList(range.from(), range.to()));
        hunks.add(
            new ConflictHunk(
                range.from() == range.to() ? range.from() : range.from() + 1,
                before,
                parts(range).stream().map(HunkFinder::texts).toList()));
      }
    }
    return hunks;
  }

  /** Lines of the base that at least one side changed; the end is left out. */
  private record Range(int from, int to) {}

  private List<Range> ranges() {
    List<ChangedBlock> all =
        changed.stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparingInt(ChangedBlock::fromOld))
            .toList();
    List<Range> ranges = new ArrayList<>();
    int at = 0;
    while (at < all.size()) {
      int from = all.get(at).fromOld();
      int to = all.get(at).toOld();
      while (at < all.size() && all.get(at).fromOld() <= to) {
        to = Math.max(to, all.get(at).toOld());
        at++;
      }
      ranges.add(new Range(from, to));
    }
    return ranges;
  }

  private List<List<String>> parts(Range range) {
    return IntStream.range(0, sides.size())
        .mapToObj(side -> part(side, range.from(), range.to()))
        .toList();
  }

  /** What the sides made of a range, without those that left it as it was. */
  private Set<List<String>> versions(Range range) {
    Set<List<String>> versions = new LinkedHashSet<>(parts(range));
    versions.remove(base.subList(range.from(), range.to()));
    return versions;
  }

  /**
   * The merged text, with all versions of each hunk between markers.
   *
   * @param labels of the sides
   */
  static List<String> marked(List<String> base, List<List<String>> sides, List<String> labels) {
    return new HunkFinder(base, sides).marked(labels);
  }

  private List<String> marked(List<String> labels) {
    List<String> text = new ArrayList<>();
    int at = 0;
    for (Range range : ranges()) {
      text.addAll(base.subList(at, range.from()));
      at = range.to();
      List<String> before = base.subList(range.from(), range.to());
      Set<List<String>> versions = versions(range);
      if (versions.size() < 2) {
        text.addAll(versions.isEmpty() ? before : versions.iterator().next());
        continue;
      }
      List<List<String>> parts = parts(range);
      for (int side = 0; side < parts.size(); side++) {
        add(ConflictText.marker(side, labels), parts.get(side), text);
        if (side == 0) {
          add(ConflictText.BEFORE, before, text);
        }
      }
      text.add(ConflictText.end(labels) + "\n");
    }
    text.addAll(base.subList(at, base.size()));
    return text;
  }

  private static void add(String marker, List<String> lines, List<String> text) {
    text.add(marker + "\n");
    text.addAll(lines);
    if (!lines.isEmpty() && !lines.getLast().endsWith("\n")) {
      text.set(text.size() - 1, lines.getLast() + "\n");
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

  private static List<String> texts(List<String> raw) {
    return raw.stream().map(it -> new HunkLine(HunkLine.Kind.KEPT, it).text()).toList();
  }
}
