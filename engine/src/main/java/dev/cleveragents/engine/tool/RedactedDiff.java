package dev.cleveragents.engine.tool;

import dev.cleveragents.context.safety.Secrets;
import dev.cleveragents.workspace.change.Change;
import dev.cleveragents.workspace.change.FileState;
import dev.cleveragents.workspace.change.diff.DiffBuilder;
import dev.cleveragents.workspace.change.diff.Patch;
import dev.cleveragents.workspace.sandbox.tree.CapturedChange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Diffs for models. They compare the files without their secrets, because a hunk that begins within
 * a private key cannot be recognised as a part of one.
 */
final class RedactedDiff {

  private RedactedDiff() {}

  /**
   * The diff of these changes.
   *
   * @param path of a file or folder to which it is limited; null for all
   */
  static List<String> of(List<CapturedChange> changes, @Nullable String path) {
    Map<String, byte[]> contents = new HashMap<>();
    List<Change> shown = new ArrayList<>();
    for (CapturedChange each : changes) {
      Change change = each.change();
      if (isBelow(path, change.path()) || isBelow(path, change.movedFrom())) {
        shown.add(change);
        keep(contents, change.path(), change.before(), each.before());
        keep(contents, change.path(), change.after(), each.after());
      }
    }
    DiffBuilder differ = new DiffBuilder(hash -> Optional.ofNullable(contents.get(hash)));
    return Patch.forPeople(differ.diff(shown)).lines().toList();
  }

  private static boolean isBelow(@Nullable String limit, @Nullable String path) {
    return path != null && (limit == null || path.equals(limit) || path.startsWith(limit + "/"));
  }

  private static void keep(
      Map<String, byte[]> contents,
      String path,
      @Nullable FileState state,
      Optional<byte[]> bytes) {
    if (state != null && bytes.isPresent()) {
      contents.put(state.hash(), redacted(path, bytes.get()));
    }
  }

  private static byte[] redacted(String path, byte[] bytes) {
    // One character for each byte, so that what is not UTF-8 stays as it is.
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return Secrets.standard().redactFile(path, text).getBytes(StandardCharsets.ISO_8859_1);
  }
}
