package dev.cleveragents.workspace.merge;

import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.change.diff.ChangedBlock;
import dev.cleveragents.workspace.change.diff.HunkLine;
import dev.cleveragents.workspace.change.diff.TextLines;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Follows the lines of a file from the base through the steps of its provenance. */
final class LineBlame {

  private final Map<String, byte[]> contents;

  private List<String> lines;
  private List<LineOrigin> origins = new ArrayList<>();

  LineBlame(FileVersion base, Map<String, byte[]> contents) {
    this.contents = contents;
    this.lines = lines(base);
    lines.forEach(line -> origins.add(new LineOrigin(text(line), true, List.of())));
  }

  /** The objects whose contents are needed. */
  static Collection<String> objects(FileVersion base, List<Provenance.Step> steps) {
    return Stream.concat(Stream.of(base), steps.stream().map(Provenance.Step::version))
        .filter(FileVersion::hasContents)
        .map(FileVersion::object)
        .toList();
  }

  List<LineOrigin> follow(List<Provenance.Step> steps) {
    for (Provenance.Step step : steps) {
      List<String> now = lines(step.version());
      List<LineOrigin> next = new ArrayList<>();
      int kept = 0;
      for (ChangedBlock block : ChangedBlock.between(lines, now)) {
        next.addAll(origins.subList(kept, block.fromOld()));
        now.subList(block.fromNew(), block.toNew())
            .forEach(line -> next.add(new LineOrigin(text(line), false, step.children())));
        kept = block.toOld();
      }
      next.addAll(origins.subList(kept, origins.size()));
      origins = next;
      lines = now;
    }
    return origins;
  }

  private List<String> lines(FileVersion version) {
    if (!version.hasContents()) {
      return List.of();
    }
    byte[] bytes = contents.getOrDefault(version.object(), new byte[0]);
    if (TextLines.isBinary(bytes)) {
      throw OperationException.invalid("The file is binary and has no lines to show origins of");
    }
    return TextLines.of(bytes);
  }

  private static String text(String raw) {
    return new HunkLine(HunkLine.Kind.KEPT, raw).text();
  }
}
