package dev.cleveragents.engine.tool;

import dev.cleveragents.engine.tool.UnifiedPatch.FilePatch;
import dev.cleveragents.engine.tool.UnifiedPatch.Hunk;
import dev.cleveragents.workspace.OperationException;
import dev.cleveragents.workspace.sandbox.SandboxFiles;
import dev.cleveragents.workspace.sandbox.SandboxFiles.Thing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files that a patch makes of those of a sandbox, computed before any is written. A hunk is
 * placed where its lines are, nearest to the line that its header names. Bytes that are not UTF-8
 * stay as they are, and so do the line ends of a file in which all are CR LF.
 */
final class PatchedFiles {

  private final SandboxFiles files;
  private final Map<String, Optional<byte[]>> before = new LinkedHashMap<>();
  private final Map<String, Optional<byte[]>> after = new LinkedHashMap<>();
  private final Map<String, String> moved = new LinkedHashMap<>();
  private final List<String> executable = new ArrayList<>();

  private PatchedFiles(SandboxFiles files) {
    this.files = files;
  }

  /**
   * Applies a patch in memory.
   *
   * @throws OperationException if a hunk does not match; names the file and the hunk
   */
  static PatchedFiles of(UnifiedPatch patch, SandboxFiles files) throws IOException {
    PatchedFiles result = new PatchedFiles(files);
    for (FilePatch file : patch.files()) {
      result.apply(file);
    }
    return result;
  }

  /** The files before, by path; empty for those that are not there. */
  Map<String, Optional<byte[]>> before() {
    return Collections.unmodifiableMap(before);
  }

  /** The files after, by path; empty for those that are deleted. */
  Map<String, Optional<byte[]>> after() {
    return Collections.unmodifiableMap(after);
  }

  private void apply(FilePatch patch) throws IOException {
    String from = patch.from();
    String to = patch.to();
    if (from == null && to != null) {
      require(current(to).isEmpty(), "%s exists already, but the patch creates it", to);
      after.put(to, Optional.of(patched(patch, new byte[0])));
      if (patch.executable()) {
        executable.add(to);
      }
      return;
    }
    byte[] old =
        current(String.valueOf(from))
            .orElseThrow(
                () -> OperationException.invalid("There is no file %s to patch".formatted(from)));
    byte[] made = patched(patch, old);
    if (to == null) {
      require(
          made.length == 0, "%s has more lines than the patch deletes; it is not deleted", from);
      after.put(String.valueOf(from), Optional.empty());
      return;
    }
    if (!to.equals(from)) {
      require(current(to).isEmpty(), "%s exists already, but the patch moves a file there", to);
      after.put(String.valueOf(from), Optional.empty());
      moved.put(to, String.valueOf(from));
    }
    after.put(to, Optional.of(made));
  }

  private static void require(boolean holds, String otherwise, @Nullable String path) {
    if (!holds) {
      throw OperationException.invalid(otherwise.formatted(path) + "; nothing was changed");
    }
  }

  /** The file as the patch has left it so far. */
  private Optional<byte[]> current(String path) throws IOException {
    Optional<byte[]> made = after.get(path);
    if (made != null) {
      return made;
    }
    Thing thing = files.at(path);
    require(thing == Thing.FILE || thing == Thing.NOTHING, "%s is no regular file", path);
    Optional<byte[]> found = thing == Thing.FILE ? Optional.of(files.read(path)) : Optional.empty();
    before.put(path, found);
    return found;
  }

  private static byte[] patched(FilePatch patch, byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    boolean windows = text.contains("\r\n") && !text.replace("\r\n", "").contains("\n");
    if (windows) {
      text = text.replace("\r\n", "\n");
    }
    boolean ended = text.isEmpty() || text.endsWith("\n");
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    if (ended) {
      lines.removeLast();
    }
    int from = 0;
    int shift = 0;
    for (int i = 0; i < patch.hunks().size(); i++) {
      Hunk hunk = patch.hunks().get(i);
      List<String> old = asBytes(hunk.before());
      List<String> made = asBytes(hunk.after());
      int place = place(lines, old, hunk.start(), shift, from);
      if (place < 0) {
        throw mismatch(patch, i, bytes);
      }
      lines.subList(place, place + old.size()).clear();
      lines.addAll(place, made);
      shift += made.size() - old.size();
      from = place + made.size();
      if (from == lines.size()) {
        ended = !hunk.endsWithoutNewline();
      }
    }
    String whole = String.join("\n", lines) + (ended && !lines.isEmpty() ? "\n" : "");
    return (windows ? whole.replace("\n", "\r\n") : whole).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static List<String> asBytes(List<String> lines) {
    return lines.stream()
        .map(it -> new String(it.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
        .toList();
  }

  /** Where these lines are, nearest to where they should be; negative if nowhere. */
  private static int place(List<String> lines, List<String> old, int start, int shift, int from) {
    if (old.isEmpty()) {
      boolean known = start >= 0 && start + shift <= lines.size();
      return lines.isEmpty() ? 0 : known ? Math.max(from, start + shift) : -1;
    }
    int wanted = start == UnifiedPatch.UNKNOWN ? from : start - 1 + shift;
    int best = -1;
    int found = 0;
    for (int i = from; i + old.size() <= lines.size(); i++) {
      if (lines.subList(i, i + old.size()).equals(old)) {
        found++;
        if (best < 0 || Math.abs(i - wanted) < Math.abs(best - wanted)) {
          best = i;
        }
      }
    }
    return start == UnifiedPatch.UNKNOWN && found > 1 ? -1 : best;
  }

  private static OperationException mismatch(FilePatch patch, int index, byte[] bytes) {
    Hunk hunk = patch.hunks().get(index);
    String where = hunk.start() == UnifiedPatch.UNKNOWN ? "" : ", line " + hunk.start();
    return OperationException.invalid(
        "Hunk %d of %s%s does not match the file, so nothing of the patch was applied%s"
            .formatted(
                index + 1,
                patch.path(),
                where,
                NearestLines.in(patch.path(), bytes, String.join("\n", hunk.before()))));
  }

  /**
   * Writes the files.
   *
   * @throws IOException if one cannot be written; the others are as they were then
   */
  void write() throws IOException {
    try {
      for (Map.Entry<String, String> move : moved.entrySet()) {
        files.move(move.getValue(), move.getKey());
      }
      for (Map.Entry<String, Optional<byte[]>> file : after.entrySet()) {
        write(file.getKey(), file.getValue());
      }
    } catch (IOException | OperationException e) {
      for (Map.Entry<String, Optional<byte[]>> file : before.entrySet()) {
        write(file.getKey(), file.getValue());
      }
      throw e;
    }
  }

  private void write(String path, Optional<byte[]> bytes) throws IOException {
    if (bytes.isEmpty()) {
      files.delete(path);
    } else if (files.at(path) == Thing.FILE) {
      files.replace(path, bytes.get());
    } else {
      files.write(path, bytes.get(), executable.contains(path));
    }
  }
}
